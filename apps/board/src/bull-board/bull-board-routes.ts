import type { Sql } from '@crier/db';
import type { Queues } from '@crier/queue';
import type { Logger } from '@crier/runtime';
import { Router } from 'express';
import { redisAway } from '../ask-redis.js';
import { userOf } from '../login/account.js';
import { createBullBoard } from './create-bull-board.js';
import { operations } from './operations.js';
import { wordsRoute } from './words.js';

/** Bull Board as far as it may be used: reading for everybody, the operations of this board for operators. */
export const bullBoardRoutes = (options: {
  sql: Sql;
  queues: Queues;
  names: readonly string[];
  log: Logger;
}): Router => {
  const { queues, names } = options;
  const boards = {
    operator: createBullBoard({ queues, names, readOnly: false }),
    viewer: createBullBoard({ queues, names, readOnly: true }),
  };
  const router = Router();
  router.use(operations(options));
  router.use('/api', (_req, _res, next) => {
    if (queues.ready()) return next();
    throw redisAway();
  });
  router.use(wordsRoute());
  router.use((req, res, next) => boards[userOf(res).role](req, res, next));
  return router;
};
