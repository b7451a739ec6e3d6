import {
  failDocument,
  isConnectionError,
  type LoadedDocument,
  loadDocument,
  markDocumentReady,
  retryDocumentLater,
} from '@crier/db';
import { documentPath } from '@crier/documents';
import { type DocumentKind, DocumentRefused, retryDelayMs } from '@crier/domain';
import type { Outcome, TakenJob } from '@crier/queue';
import type { DocumentDeps } from './document-deps.js';
import { settle } from './settle.js';

/** Workers that died over one document before it is given up: it may be what kills them. */
const STALLED_OUT = 10;
const LOOK_AGAIN_MS = 1_000;
/** Of an error's words: they stand in every waiting delivery's attempts. */
const MOST_WORDS = 500;

const wordsOf = (error: unknown): string =>
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, MOST_WORDS);

/** Renders and stores it. The same document has the same bytes and the same path: two workers at once do no harm. */
const renderAndStore = async (deps: DocumentDeps, document: LoadedDocument, signal: AbortSignal | undefined) => {
  const { id, kind, locale, entityType, entityId, entityVersion: version, occurredAt, data } = document;
  if (data === null) throw new DocumentRefused('the event’s data has been dropped by retention');
  const entity = { type: entityType, id: entityId, version };
  const request = { kind: kind as DocumentKind, locale, timezone: deps.timezone, entity, occurredAt, data };
  const pdf = await deps.renderer.render(request, signal);
  const path = documentPath(id);
  await deps.store.write(path, pdf);
  return { id, path, bytes: pdf.byteLength };
};

/** Writes down what came of an attempt that made no document: another one later, or the end. */
const recordFailure = async (deps: DocumentDeps, document: LoadedDocument, error: unknown): Promise<Outcome> => {
  const { id, attempts, kind } = document;
  const failed = { id, attempts, error: wordsOf(error) };
  const refused = error instanceof DocumentRefused;
  const isFinal = refused || attempts + 1 >= deps.retry.attempts;
  deps.log[isFinal ? 'error' : 'warn'](
    { documentId: id, kind, attempts: attempts + 1, err: failed.error },
    'no document',
  );
  if (isFinal) {
    await failDocument(deps.sql, { ...failed, refused });
    await settle(deps, [id]);
    return { kind: 'done' };
  }
  const delayMs = retryDelayMs(deps.retry, attempts, 0, deps.clock.random);
  const isMine = await retryDocumentLater(deps.sql, failed, delayMs);
  return isMine ? { kind: 'retry', delayMs, code: 'document_failed' } : { kind: 'wait', ms: LOOK_AGAIN_MS };
};

const attempt = async (
  deps: DocumentDeps,
  document: LoadedDocument,
  signal: AbortSignal | undefined,
): Promise<Outcome> => {
  const startedAt = deps.clock.monotonicMs();
  const count = (result: 'ready' | 'failed') => {
    deps.metrics.count('crier_documents_total', { kind: document.kind, result });
    const seconds = (deps.clock.monotonicMs() - startedAt) / 1_000;
    deps.metrics.observe('crier_document_seconds', { kind: document.kind, result }, seconds);
  };
  let made: Awaited<ReturnType<typeof renderAndStore>>;
  try {
    made = await renderAndStore(deps, document, signal);
  } catch (error) {
    // The worker is being stopped: this says nothing of the document.
    if (signal?.aborted) return { kind: 'wait', ms: LOOK_AGAIN_MS };
    count('failed');
    return recordFailure(deps, document, error);
  }
  await markDocumentReady(deps.sql, made);
  count('ready');
  await settle(deps, [document.id]);
  return { kind: 'done' };
};

/**
 * Makes one document and releases who waits for it. Only rendering and storing use an attempt; a database that can't be
 * reached is waited for.
 */
export const makeDocument = async (deps: DocumentDeps, job: TakenJob, signal?: AbortSignal): Promise<Outcome> => {
  try {
    const document = await loadDocument(deps.sql, job.id);
    if (document === undefined) return { kind: 'done' };
    if (document.state !== 'pending') {
      await settle(deps, [document.id]);
      return { kind: 'done' };
    }
    if (document.dueInMs > 0) return { kind: 'wait', ms: document.dueInMs };
    if (job.stalled >= STALLED_OUT)
      return await recordFailure(deps, document, new DocumentRefused('workers died ten times over it'));
    const attributes = { 'crier.document.id': document.id, 'crier.document.kind': document.kind };
    const options = { kind: 'consumer', parent: document.traceparent, attributes } as const;
    return await deps.tracer.span('make document', options, () => attempt(deps, document, signal));
  } catch (error) {
    if (!isConnectionError(error)) throw error;
    return { kind: 'wait', ms: LOOK_AGAIN_MS };
  }
};
