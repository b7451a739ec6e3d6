import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { prefixOf } from './names.js';
import { createScript } from './script.js';

/** Ids only: no address, no body. */
export type JobData = { readonly eventId: string } | { readonly deliveryId: string } | { readonly documentId: string };
export type CrierQueue = Queue<JobData, unknown, string>;

/** Failed jobs that are kept per queue for Bull Board; the record is Postgres. */
const KEPT_FAILED = 20_000;
/** BullMQ's own ceiling is out of the way: attempts are a column, and only finality ends a job. */
const NO_CEILING = 100_000;

/** Per job key: 0 absent, 1 live, 2 finished. One round trip for a thousand ids. */
const LOOK = `
local out = {}
for i, key in ipairs(KEYS) do
  local v = redis.call('HMGET', key, 'timestamp', 'finishedOn')
  if not v[1] then out[i] = 0 elseif v[2] then out[i] = 2 else out[i] = 1 end
end
return out`;

export interface Queues {
  /** State of jobs by key; for `ensureJobs`. */
  readonly look: (keys: readonly string[], args: readonly (string | number)[]) => Promise<unknown>;
  get(name: string): CrierQueue;
  /** Whether Redis can be asked right now. */
  ready(): boolean;
  close(): Promise<void>;
}

/** The queues by name, opened when first asked for, all on one connection. Closing them leaves the connection open. */
export const createQueues = (redis: Redis): Queues => {
  const open = new Map<string, CrierQueue>();
  return {
    ready: () => redis.status === 'ready',
    look: createScript(redis, 'crierLook', LOOK),
    get: (name) => {
      const known = open.get(name);
      if (known) return known;
      const queue: CrierQueue = new Queue(name, {
        connection: redis,
        prefix: prefixOf(name),
        // Its own look at the version is one command that fails for good when the connection is lost just then, and every
        // later call with it. `assertRedisUsable` has looked.
        skipVersionCheck: true,
        defaultJobOptions: {
          attempts: NO_CEILING,
          backoff: { type: 'custom' },
          // A stack says where in our code a provider refused: noise beside the plain reason, and it may carry a value.
          stackTraceLimit: 0,
          removeOnComplete: true,
          removeOnFail: { count: KEPT_FAILED },
        },
      });
      queue.on('error', () => {});
      open.set(name, queue);
      return queue;
    },
    close: async () => {
      await Promise.all([...open.values()].map((queue) => queue.close()));
    },
  };
};

/**
 * Jobs that are not over: waiting, delayed and active. Three counters of Redis, no scan. Rejects at once while Redis is away,
 * where a queue that is first asked for then would wait for it.
 */
export const queueDepth = async (queue: CrierQueue): Promise<number> => {
  const redis = queue.opts.connection as Redis;
  const { wait, active, delayed } = queue.keys as Readonly<Record<'wait' | 'active' | 'delayed', string>>;
  const counts = await Promise.all([redis.llen(wait), redis.llen(active), redis.zcard(delayed)]);
  return counts.reduce((sum, n) => sum + n, 0);
};
