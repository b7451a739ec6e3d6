import { createConsumer, createRedis, ensureJobs, type Queues } from '@crier/queue';
import { until } from '@crier/testkit';

/** Runs each id's job into a final failure, so that the queue keeps it under Failed. */
export const failJobs = async (options: {
  queues: Queues;
  redisUrl: string;
  queue: string;
  ids: readonly string[];
}): Promise<void> => {
  const { queues, queue, ids } = options;
  const redis = createRedis({ url: options.redisUrl, role: 'consumer', onError: () => {} });
  const consumer = createConsumer({
    queue,
    redis,
    concurrency: 50,
    graceMs: 1_000,
    onError: () => {},
    handle: async () => ({ kind: 'fail', text: 'attempts_exhausted: every attempt failed' }),
  });
  const before = await queues.get(queue).getFailedCount();
  await ensureJobs(queues, queue, ids);
  const all = async () => (await queues.get(queue).getFailedCount()) >= before + ids.length;
  await until(all, { what: `${ids.length} failed jobs in ${queue}`, timeoutMs: 20_000 });
  await consumer.close();
  redis.disconnect();
};
