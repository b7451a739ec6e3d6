import type { SpanAttributes, Tracer } from '@crier/runtime';
import { Router } from 'express';
import { type AcceptDeps, type Accepted, acceptEvent } from '../events/accept-event.js';
import { batchItems } from '../events/batch-items.js';
import { readTraceparent } from '../events/traceparent.js';
import { callerOf, type createAuthenticate } from '../http/authenticate.js';
import { ProblemError } from '../http/problem-error.js';
import { bodyText, isMediaType, parseJson, readBytes } from '../http/read-json.js';

const ONE_BYTES = 1024 * 1024;
const BATCH_BYTES = 16 * 1024 * 1024;
const JSON_TYPES = ['application/json'];
const BATCH_TYPES = ['application/json', 'application/x-ndjson'];
const BROKEN: Accepted = {
  status: 422,
  errors: [{ pointer: '', code: 'invalid_json', detail: 'This line is not JSON.' }],
};

/** A backlog that is over its limit takes minutes, not seconds. */
const RETRY_AFTER_S = 30;

const refuse = ({ status, errors }: Extract<Accepted, { errors: unknown }>): never => {
  if (status === 409)
    throw new ProblemError('conflict', 'This event was posted before and its content differs.', errors);
  if (status === 429) throw new ProblemError('backlogged', errors[0]?.detail ?? '', [], RETRY_AFTER_S);
  throw new ProblemError('invalid', `${errors.length} field(s) are not valid; nothing was stored.`, errors);
};

/** 200 if anything was stored or a duplicate. If nothing was, 429 tells that the same may go later; 422 that it may not. */
const batchStatus = (results: readonly Accepted[]): number => {
  if (results.some((result) => !('errors' in result))) return 200;
  return results.some(({ status }) => status === 429) ? 429 : 422;
};

const traced = (answer: Accepted): SpanAttributes => ({
  'http.response.status_code': answer.status,
  ...('id' in answer ? { 'crier.event.id': answer.id } : {}),
});

/** `POST /v1/events` and `POST /v1/events/batch`. */
export const postEvents = (
  deps: AcceptDeps & { readonly tracer: Tracer },
  authenticate: ReturnType<typeof createAuthenticate>,
): Router => {
  const router = Router();
  router.post('/v1/events', authenticate('events'), ...readBytes(JSON_TYPES, ONE_BYTES), async (req, res) => {
    const body = parseJson(bodyText(req));
    const parent = readTraceparent(req.headers.traceparent);
    const answer = await deps.tracer.span('POST /v1/events', { kind: 'server', parent }, async (span) => {
      const accepted = await acceptEvent(deps, body, callerOf(res), span.traceparent);
      span.set(traced(accepted));
      return accepted;
    });
    if ('errors' in answer) return refuse(answer);
    const { status, ...rest } = answer;
    res.status(status).json({ ...rest, status: 'accepted' });
  });
  router.post('/v1/events/batch', authenticate('events'), ...readBytes(BATCH_TYPES, BATCH_BYTES), async (req, res) => {
    const items = batchItems(bodyText(req), isMediaType(req, 'application/x-ndjson'));
    const parent = readTraceparent(req.headers.traceparent);
    const results = await deps.tracer.span('POST /v1/events/batch', { kind: 'server', parent }, (span) =>
      Promise.all(
        items.map((item) =>
          'broken' in item ? BROKEN : acceptEvent(deps, item.body, callerOf(res), span.traceparent),
        ),
      ),
    );
    if (results.some(({ status }) => status === 429)) res.setHeader('Retry-After', String(RETRY_AFTER_S));
    res.status(batchStatus(results)).json({ results });
  });
  return router;
};
