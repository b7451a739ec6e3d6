import { type Queues, queueDepth } from './queues.js';

/** Jobs of a queue that Redis holds; everything beyond is rows, which the keeper feeds: Redis a window, Postgres the truth. */
export const WINDOW = 5_000;

/** Jobs that the queue has room for; less than 0 when it has more than its window. Rejects at once while Redis is away. */
export const roomOf = async (queues: Queues, queue: string): Promise<number> =>
  WINDOW - (await queueDepth(queues.get(queue)));
