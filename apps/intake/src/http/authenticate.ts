import { timingSafeEqual } from 'node:crypto';
import { type ApiKey, findApiKey, hashApiKey, SCOPES, type Scope, type Sql } from '@crier/db';
import type { RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { type StorageGate, storageAway } from '../storage-gate.js';
import { ProblemError } from './problem-error.js';

/** Who is calling. `source` is the producer and part of every event's key. */
export interface Caller {
  /** The key's, for the audit. */
  readonly name: string;
  readonly source: string;
  readonly mode: 'live' | 'test';
  readonly scopes: readonly string[];
}

/** A revoked key works at most this much longer. */
const KNOWN_FOR_MS = 5_000;
const DEVELOPMENT: Caller = { name: 'development', source: 'development', mode: 'live', scopes: SCOPES };

/** The caller that `authenticate` found. */
export const callerOf = (res: Response): Caller => res.locals.caller as Caller;

/** Who did it, as audits name a key. */
export const actorOf = (res: Response): string => `api key ${callerOf(res).name}`;

/**
 * Lets in who carries a valid API key with the scope. Keys are looked up by their hash and remembered for seconds,
 * so that the hot path asks nobody; while Postgres is away, keys that were known go on. `developmentKey` is a live key that only exists outside production.
 */
export const createAuthenticate = (options: {
  sql: Sql;
  developmentKey: string | undefined;
  gate: StorageGate;
}): ((scope: Scope) => RequestHandler) => {
  const known = new LRUCache<string, { caller: ApiKey | undefined }>({
    max: 5_000,
    ttl: KNOWN_FOR_MS,
    allowStaleOnFetchRejection: true,
    fetchMethod: async (hex) => ({
      caller: await options.gate.run(() => findApiKey(options.sql, Buffer.from(hex, 'hex'))),
    }),
  });
  const development = options.developmentKey === undefined ? undefined : hashApiKey(options.developmentKey);
  const find = async (secret: string): Promise<Caller | undefined> => {
    const hash = hashApiKey(secret);
    if (development && timingSafeEqual(hash, development)) return DEVELOPMENT;
    const found = await known.fetch(hash.toString('hex'));
    // Neither read nor remembered: nobody can say now whether this key is one.
    if (found === undefined) throw storageAway();
    return found.caller;
  };
  return (scope) => async (req, res, next) => {
    const secret = /^Bearer +(\S+)$/i.exec(req.headers.authorization ?? '')?.[1];
    if (secret === undefined) throw new ProblemError('unauthorized', 'Send "Authorization: Bearer <api key>".');
    const caller = await find(secret);
    if (caller === undefined) throw new ProblemError('unauthorized', 'This API key is unknown or revoked.');
    if (!caller.scopes.includes(scope)) throw new ProblemError('forbidden', `This key lacks the scope "${scope}".`);
    res.locals.caller = caller;
    next();
  };
};
