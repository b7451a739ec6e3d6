import type { Sql } from '@crier/db';
import type { Queues } from '@crier/queue';
import type { Clock, Logger } from '@crier/runtime';
import type { RequestHandler } from 'express';
import { userOf } from '../login/account.js';
import { overviewPage } from './overview-page.js';
import { readOverview } from './read-overview.js';

/** `GET /`. */
export const overviewRoute =
  (options: { sql: Sql; queues: Queues; names: readonly string[]; clock: Clock; log: Logger }): RequestHandler =>
  async (_req, res) => {
    const overview = await readOverview(options);
    res.type('html').send(overviewPage(overview, userOf(res), new Date(options.clock.nowMs())));
  };
