import type { Queues } from '@crier/queue';
import { within } from './within.js';

const PATIENCE_MS = 5_000;

/** Asks Redis something; rejects at once while it is known to be away, and after five seconds when it is silent. */
export const askRedis = <T>(queues: Queues, ask: () => Promise<T>): Promise<T> =>
  queues.ready() ? within(PATIENCE_MS, 'redis', ask()) : Promise.reject(new Error('redis does not answer'));
