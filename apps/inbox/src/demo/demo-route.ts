import { ensurePeople, type Sql } from '@crier/db';
import { inboxSubject, signLink } from '@crier/domain';
import type { Clock } from '@crier/runtime';
import { Router } from 'express';
import { ProblemError } from '../http/problem-error.js';
import { demoPage } from './demo-page.js';

const TOKEN_MS = 3_600_000;
const RECIPIENT = /^[^\p{C}]{1,256}$/u;

/** `/demo?recipient=`: anybody's inbox without a key. For development only. */
export const demoRoute = (deps: { sql: Sql; secrets: readonly string[]; clock: Clock }): Router => {
  const router = Router();
  router.get('/demo', async (req, res) => {
    const recipient = req.query.recipient === undefined ? 'u-17' : String(req.query.recipient);
    if (!RECIPIENT.test(recipient)) throw new ProblemError('invalid', 'recipient must be the id of one, such as u-17.');
    const person = (await ensurePeople(deps.sql, [recipient])).get(recipient) as number;
    const expiresAtMs = deps.clock.nowMs() + TOKEN_MS;
    const token = signLink(deps.secrets, { purpose: 'inbox', subject: inboxSubject(person), expiresAtMs });
    res.type('html').send(demoPage({ recipient, token }));
  });
  return router;
};
