import { createHmac } from 'node:crypto';
import type { Clock } from '@crier/runtime';
import cookieSession from 'cookie-session';
import express, { type Request, type RequestHandler } from 'express';
import type { Account, BoardUser } from './account.js';
import { createPasswordCheck } from './check-password.js';

export const SESSION_MS = 12 * 3_600_000;

export interface Sessions {
  /** Reads and writes the cookie. Before everything that asks who is there. */
  readonly middleware: RequestHandler;
  /** Logs in; undefined when there is no such name and password. */
  open(req: Request, name: string, password: string): BoardUser | undefined;
  /** Who is logged in. A session ends by its own date, whatever the browser does with the cookie. */
  userOf(req: Request): BoardUser | undefined;
  close(req: Request): void;
  /** What proves that a form was made for this session (CSRF); of its own for each login. */
  csrfOf(req: Request): string;
}

/**
 * Sessions in a signed cookie; nothing is stored here. It names the user and carries a proof of his password, so that a
 * changed password, or a removed user, ends the session.
 */
export const createSessions = (options: {
  accounts: readonly Account[];
  secrets: readonly string[];
  https: boolean;
  clock: Clock;
}): Sessions => {
  const { accounts, secrets, https, clock } = options;
  const find = createPasswordCheck(accounts);
  const proofs = (account: Account): string[] =>
    secrets.map((secret) =>
      createHmac('sha256', secret)
        .update(JSON.stringify(['session', account.name, account.password]))
        .digest('base64url'),
    );
  const known = accounts.map((account) => ({ account, proofs: proofs(account) }));

  const cookies = cookieSession({
    name: 'crier_board',
    keys: [...secrets],
    maxAge: SESSION_MS,
    httpOnly: true,
    sameSite: 'lax',
    secure: https,
  });
  const middleware = express.Router();
  // TLS ends in front of this process; the cookie library would keep a Secure cookie back on the plain hop behind it.
  if (https)
    middleware.use((req, _res, next) => {
      Object.defineProperty(req, 'protocol', { value: 'https' });
      next();
    });
  middleware.use(cookies);

  return {
    middleware,
    open: (req, name, password) => {
      const account = find(name, password);
      if (account === undefined) return undefined;
      const proof = known.find((one) => one.account === account)?.proofs[0];
      req.session = { name, proof, endsMs: clock.nowMs() + SESSION_MS };
      return { name, role: account.role };
    },
    userOf: (req) => {
      const { name, proof, endsMs } = req.session ?? {};
      if (typeof endsMs !== 'number' || endsMs <= clock.nowMs()) return undefined;
      const found = known.find((one) => one.account.name === name && one.proofs.includes(proof));
      return found && { name: found.account.name, role: found.account.role };
    },
    close: (req) => {
      req.session = null;
    },
    csrfOf: (req) => {
      const { name, proof, endsMs } = req.session ?? {};
      return createHmac('sha256', secrets[0] ?? '')
        .update(JSON.stringify(['csrf', name, proof, endsMs]))
        .digest('base64url');
    },
  };
};
