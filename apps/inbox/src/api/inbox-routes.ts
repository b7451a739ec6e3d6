import { countUnread, listInbox, MARKS, type Mark, markAllSeen, markItem, type Sql } from '@crier/db';
import { idOfKey } from '@crier/domain';
import { type RequestHandler, Router } from 'express';
import { ProblemError } from '../http/problem-error.js';
import { skipBody } from '../http/read-body.js';
import { readPage, writeCursor } from './read-page.js';
import { viewerOf } from './require-token.js';

const mark =
  (sql: Sql, what: Mark): RequestHandler =>
  async (req, res) => {
    const id = idOfKey(String(req.params.id));
    const item = id === undefined ? undefined : await markItem(sql, viewerOf(res).person, id, what);
    if (item === undefined)
      throw new ProblemError('not_found', 'There is no such card in this inbox; a newer one may have replaced it.');
    res.json(item);
  };

/** `/v1/inbox` but for its stream (contract, "HTTP: inbox"), behind `requireToken`. */
export const inboxRoutes = (sql: Sql): Router => {
  const router = Router();
  router.get('/v1/inbox', async (req, res) => {
    const { items, next } = await listInbox(sql, viewerOf(res).person, readPage(req));
    res.json({ items, next: next && writeCursor(next) });
  });
  router.get('/v1/inbox/unread-count', async (_req, res) => {
    res.json({ count: await countUnread(sql, viewerOf(res).person) });
  });
  router.post('/v1/inbox/seen-all', skipBody, async (_req, res) => {
    res.json({ seen: await markAllSeen(sql, viewerOf(res).person) });
  });
  for (const what of MARKS) router.post(`/v1/inbox/:id/${what}`, skipBody, mark(sql, what));
  return router;
};
