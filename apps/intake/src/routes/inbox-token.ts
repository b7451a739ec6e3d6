import type { Sql } from '@crier/db';
import { inboxSubject, signLink } from '@crier/domain';
import type { Clock } from '@crier/runtime';
import { Router } from 'express';
import type { DirectoryOptions } from '../directory-options.js';
import type { createAuthenticate } from '../http/authenticate.js';
import { ProblemError } from '../http/problem-error.js';
import type { StorageGate } from '../storage-gate.js';
import { numberedPerson } from './numbered-person.js';
import { recipientIdOf } from './recipient-id.js';

const VALID_MS = 60 * 60 * 1_000;

/** `POST /v1/recipients/:id/inbox-token`: what lets this person's browser into their inbox, for an hour. */
export const inboxTokenRoute = (
  { sql, gate, clock, directory }: { sql: Sql; gate: StorageGate; clock: Clock; directory: DirectoryOptions },
  authenticate: ReturnType<typeof createAuthenticate>,
): Router => {
  const router = Router();
  router.post('/v1/recipients/:id/inbox-token', authenticate('directory'), async (req, res) => {
    if (directory.linkSecrets.length === 0)
      throw new ProblemError('not_set_up', 'Nothing can sign inbox tokens: CRIER_LINK_SECRET must be set.');
    const id = recipientIdOf(req);
    const subject = inboxSubject(await gate.run(() => numberedPerson(sql, id)));
    const expiresAtMs = clock.nowMs() + VALID_MS;
    const token = signLink(directory.linkSecrets, { purpose: 'inbox', subject, expiresAtMs });
    res.set('Cache-Control', 'no-store').json({ token, expiresAt: new Date(expiresAtMs).toISOString() });
  });
  return router;
};
