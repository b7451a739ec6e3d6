import type { Clock, Logger } from '@crier/runtime';
import express, { type Request, Router } from 'express';
import { createAttemptLimit } from '../http/attempt-limit.js';
import { Refusal } from '../http/refusal.js';
import { localPath } from './local-path.js';
import { loginPage } from './login-page.js';
import type { Sessions } from './sessions.js';

const FAILURES = 10;
const WINDOW_MS = 10 * 60_000;

const field = (req: Request, name: string): string => {
  const value: unknown = (req.body as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value : '';
};

/** The way in and the way out. */
export const loginRoutes = (options: { sessions: Sessions; clock: Clock; log: Logger }): Router => {
  const { sessions, clock, log } = options;
  const limit = createAttemptLimit({ max: FAILURES, windowMs: WINDOW_MS, nowMs: clock.nowMs });
  const router = Router();

  router.get('/login', (req, res) => {
    const next = localPath(req.query.next);
    if (sessions.userOf(req) !== undefined) return res.redirect(303, next);
    res.type('html').send(loginPage({ next }));
  });

  router.post('/login', express.urlencoded({ extended: false, limit: '4kb', parameterLimit: 10 }), (req, res) => {
    const client = req.ip ?? '';
    const waitMs = limit.waitMs(client);
    if (waitMs > 0) {
      const minutes = Math.ceil(waitMs / 60_000);
      const message = `From here ${FAILURES} logins have failed. Wait ${minutes} min, then try again.`;
      throw new Refusal(429, 'Too many failed logins', message, Math.ceil(waitMs / 1_000));
    }
    const next = localPath(field(req, 'next') || req.query.next);
    const name = field(req, 'user');
    const user = sessions.open(req, name, field(req, 'password'));
    if (user === undefined) {
      limit.count(client);
      log.warn('a login failed');
      return res
        .status(401)
        .type('html')
        .send(loginPage({ next, name, failed: true }));
    }
    limit.forget(client);
    log.info({ user: user.name, role: user.role }, 'logged in');
    res.redirect(303, next);
  });

  router.post('/logout', (req, res) => {
    sessions.close(req);
    res.redirect(303, '/login');
  });
  return router;
};
