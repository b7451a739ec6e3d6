import type { Queues } from '@crier/queue';
import { Refusal } from './http/refusal.js';
import { within } from './within.js';

const PATIENCE_MS = 5_000;
const RETRY_AFTER_S = 2;

/** What a person is told while Redis is away. */
export const redisAway = (): Refusal =>
  new Refusal(
    503,
    'Redis does not answer',
    'The queues can’t be seen or changed until it does. Nothing is lost: the record is in the database.',
    RETRY_AFTER_S,
  );

/** Asks Redis something; rejects at once while it is known to be away, and after five seconds when it is silent. */
export const askRedis = async <T>(queues: Queues, ask: () => Promise<T>): Promise<T> => {
  if (!queues.ready()) throw redisAway();
  try {
    return await within(PATIENCE_MS, ask(), redisAway);
  } catch (error) {
    throw queues.ready() ? error : redisAway();
  }
};
