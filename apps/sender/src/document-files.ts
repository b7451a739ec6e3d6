import { loseDocument, readReadyDocument, type Sql } from '@crier/db';
import { DocumentMissing, type DocumentStore } from '@crier/documents';
import { type DocumentKind, documentFileName, type EmailAttachment } from '@crier/domain';
import { LRUCache } from 'lru-cache';

/** An event's recipients come together: its files are read once for all of them. */
const KEPT_FILES = 10;
/** Documents of which it is remembered since when the store does not give them. */
const KEPT_FAILURES = 10_000;
/** Nobody has asked for so long, or somebody else had an answer: the failing begins anew. Who waits asks every five seconds. */
const GAP_MS = 60_000;

export interface DocumentFilesOptions {
  /** How long a store may fail to give one file, in ms. */
  readonly patienceMs: number;
  readonly monotonicMs: () => number;
}

/**
 * The files of documents, as an email carries them; undefined for one that is not there, which a replay then makes anew,
 * and for one that the store has not given for `patienceMs`: a bucket that we may not list calls a file that is gone forbidden.
 * Rejects when the store can't be reached: that may pass.
 */
export const createDocumentFiles = (
  sql: Sql,
  store: Pick<DocumentStore, 'read'>,
  { patienceMs, monotonicMs }: DocumentFilesOptions,
): ((id: string) => Promise<EmailAttachment | undefined>) => {
  const kept = new Map<string, Promise<EmailAttachment | undefined>>();
  const failing = new LRUCache<string, { readonly sinceMs: number; readonly lastMs: number }>({ max: KEPT_FAILURES });
  const isOutOfPatience = (id: string): boolean => {
    const lastMs = monotonicMs();
    const known = failing.get(id);
    const sinceMs = known !== undefined && lastMs - known.lastMs < GAP_MS ? known.sinceMs : lastMs;
    failing.set(id, { sinceMs, lastMs });
    return lastMs - sinceMs >= patienceMs;
  };
  const read = async (id: string): Promise<EmailAttachment | undefined> => {
    const document = await readReadyDocument(sql, id);
    if (document === undefined) return undefined;
    const filename = documentFileName(document.kind as DocumentKind, document.entityId);
    try {
      const content = await store.read(document.path);
      if (content.byteLength !== document.bytes) throw new DocumentMissing(`${document.path} is not whole`);
      failing.delete(id);
      return { filename, contentType: 'application/pdf', content };
    } catch (error) {
      if (!(error instanceof DocumentMissing) && !isOutOfPatience(id)) throw error;
      failing.delete(id);
      await loseDocument(sql, id);
      return undefined;
    }
  };
  return (id) => {
    const known = kept.get(id) ?? read(id);
    kept.delete(id);
    kept.set(id, known);
    for (const oldest of [...kept.keys()].slice(0, -KEPT_FILES)) kept.delete(oldest);
    known.then(
      (file) => file ?? kept.delete(id),
      () => kept.delete(id),
    );
    return known;
  };
};
