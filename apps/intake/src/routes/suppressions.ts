import { liftSuppression, listSuppressions, type Sql } from '@crier/db';
import { guardJson } from '@crier/domain';
import { Router } from 'express';
import { actorOf, type createAuthenticate } from '../http/authenticate.js';
import { ProblemError } from '../http/problem-error.js';
import type { StorageGate } from '../storage-gate.js';
import { idFrom } from './paging.js';

const MAX_LENGTH = 320;

/** A plus sign that nobody encoded has become a blank: no address begins with one. */
const addressOf = (query: unknown): string => {
  const text = typeof query === 'string' ? query.replace(/^ (?=\d)/, '+') : '';
  if (text.trim() !== '' && text.length <= MAX_LENGTH && guardJson(text).length === 0) return text;
  const errors = [{ pointer: '/address', code: 'required', detail: 'An email address, a phone number or kind:id.' }];
  throw new ProblemError('invalid', 'Say which address: ?address=.', errors);
};

/** The suppression list: `GET /v1/suppressions?address=` and `DELETE /v1/suppressions/:id`, which lifts one. */
export const suppressionRoutes = (
  { sql, gate }: { sql: Sql; gate: StorageGate },
  authenticate: ReturnType<typeof createAuthenticate>,
): Router => {
  const router = Router();
  router.get('/v1/suppressions', authenticate('read'), async (req, res) => {
    const address = addressOf(req.query.address);
    // At most one stands per channel, so there is never a second page.
    res.json({ suppressions: await gate.run(() => listSuppressions(sql, address)), next: null });
  });
  router.delete('/v1/suppressions/:id', authenticate('directory'), async (req, res) => {
    const id = idFrom(req.params.id, 'suppression');
    if (!(await gate.run(() => liftSuppression(sql, id, actorOf(res)))))
      throw new ProblemError('not_found', 'There is no such suppression, or it was lifted before.');
    res.status(204).end();
  });
  return router;
};
