import { newestChanges, type Sql } from '@crier/db';
import { type Request, Router } from 'express';
import { viewerOf } from '../api/require-token.js';
import { ProblemError } from '../http/problem-error.js';
import type { LiveInboxes } from './live-inboxes.js';
import { COME_BACK_AFTER_MS } from './server-sent.js';

const lastEventId = (req: Request): number | undefined => {
  const text = req.get('last-event-id');
  if (text === undefined || text === '') return undefined;
  if (!/^\d{1,15}$/.test(text))
    throw new ProblemError('bad_request', 'Last-Event-ID must be the id of an event of this stream.');
  return Number(text);
};

/**
 * `GET /v1/inbox/stream`: server-sent events `item` (a card as it is now, archived or not) and `count`. Without Last-Event-ID it
 * begins now, with it after that event; a number that this inbox has not reached is of another one, and everything is sent.
 */
export const streamRoute = (deps: { sql: Sql; live: LiveInboxes }): Router => {
  const router = Router();
  router.get('/v1/inbox/stream', async (req, res) => {
    const viewer = viewerOf(res);
    const asked = lastEventId(req);
    const newest = (await newestChanges(deps.sql, [viewer.person])).get(viewer.person) ?? 0;
    const from = asked === undefined ? newest : asked > newest ? 0 : asked;
    if (res.destroyed) return;
    const headers = { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' };
    const forget = deps.live.open(viewer, from, res);
    res.once('close', forget).on('error', () => res.destroy());
    res.writeHead(200, headers);
    res.write(`retry: ${COME_BACK_AFTER_MS}\n\n`);
  });
  return router;
};
