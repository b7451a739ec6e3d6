import { Router } from 'express';
import { redisAway } from '../ask-redis.js';
import { userOf } from '../login/account.js';
import type { RetryDeps } from '../retry/retry-deps.js';
import { createBullBoard } from './create-bull-board.js';
import { operations } from './operations.js';
import { wordsRoute } from './words.js';

/** Bull Board as far as it may be used: reading for everybody, the operations of this board for operators. */
export const bullBoardRoutes = (options: RetryDeps & { names: readonly string[] }): Router => {
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
