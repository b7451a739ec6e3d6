import { isSomebody, type Sql } from '@crier/db';
import { readPersonToken } from '@crier/domain';
import type { Clock } from '@crier/runtime';
import type { RequestHandler, Response } from 'express';
import { ProblemError } from '../http/problem-error.js';

/** Whose inbox a request is about. */
export interface Viewer {
  readonly person: number;
  /** Whether the token still opens it: a stream may outlast its token. */
  isStillValid(): boolean;
}

/** The viewer that `requireToken` found. */
export const viewerOf = (res: Response): Viewer => res.locals.viewer as Viewer;

const WORDS = {
  expired: 'This token has expired; ask your application for a new one.',
  invalid: 'Send "Authorization: Bearer <recipient token>"; POST /v1/recipients/:id/inbox-token makes one.',
} as const;

/** Lets in who carries a valid token of a person who is still known; an erased person's token opens nothing. */
export const requireToken = (options: { sql: Sql; secrets: readonly string[]; clock: Clock }): RequestHandler => {
  const { sql, secrets, clock } = options;
  return async (req, res, next) => {
    const token = /^Bearer +(\S+)$/i.exec(req.headers.authorization ?? '')?.[1] ?? '';
    const read = () => readPersonToken(secrets, 'inbox', token, clock.nowMs());
    const reading = read();
    if (reading.kind !== 'valid') throw new ProblemError('unauthorized', WORDS[reading.kind]);
    if (!(await isSomebody(sql, reading.person))) throw new ProblemError('unauthorized', WORDS.invalid);
    const viewer: Viewer = { person: reading.person, isStillValid: () => read().kind === 'valid' };
    res.locals.viewer = viewer;
    next();
  };
};
