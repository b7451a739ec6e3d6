import { countOpenDeadLetters, type OpenIncident, readOpenIncidents, type Sql } from '@crier/db';
import type { Queues } from '@crier/queue';
import type { Logger } from '@crier/runtime';
import { askRedis } from '../ask-redis.js';
import { within } from '../within.js';

export interface QueueState {
  readonly name: string;
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
  readonly failed: number;
  readonly paused: boolean;
}

/** What people on call want to know first. A part is undefined when the server that knows it does not answer. */
export interface Overview {
  readonly queues: readonly QueueState[] | undefined;
  readonly incidents: readonly OpenIncident[] | undefined;
  readonly deadLetters: readonly { reason: string; n: number }[] | undefined;
}

const PATIENCE_MS = 5_000;

const readQueue = async (queues: Queues, name: string): Promise<QueueState> => {
  const queue = queues.get(name);
  const [counts, paused] = await Promise.all([
    queue.getJobCounts('wait', 'prioritized', 'active', 'delayed', 'failed'),
    queue.isPaused(),
  ]);
  const { wait = 0, prioritized = 0, active = 0, delayed = 0, failed = 0 } = counts;
  return { name, waiting: wait + prioritized, active, delayed, failed, paused };
};

/** Reads it all at once: counters of Redis, the few open incidents and one grouped index scan; no message table is counted. */
export const readOverview = async (options: {
  sql: Sql;
  queues: Queues;
  names: readonly string[];
  log: Logger;
}): Promise<Overview> => {
  const { sql, queues, names, log } = options;
  const absent = (error: Error): undefined => {
    log.warn({ err: error.message }, 'a part of the overview is missing');
  };
  const fromPostgres = <T>(answer: Promise<T>) =>
    within(PATIENCE_MS, answer, () => new Error('postgres does not answer')).catch(absent);
  const [states, deadLetters, incidents] = await Promise.all([
    askRedis(queues, () => Promise.all(names.map((name) => readQueue(queues, name)))).catch(absent),
    fromPostgres(countOpenDeadLetters(sql)),
    fromPostgres(readOpenIncidents(sql)),
  ]);
  return { queues: states, deadLetters, incidents };
};
