import { audit } from '@crier/db';
import { ensureJobs } from '@crier/queue';
import { askRedis } from '../ask-redis.js';
import { Refusal } from '../http/refusal.js';
import type { RetryDeps } from './retry-deps.js';
import type { Retried } from './retry-failed-deliveries.js';

/** An operator's retry of one router job: the event is routed again, which creates nothing twice. */
export const retryEvent = async (deps: RetryDeps, queue: string, id: string, operator: string): Promise<void> => {
  const job = await askRedis(deps.queues, () => deps.queues.get(queue).getJob(id));
  if (job === undefined) throw new Refusal(404, 'No such job', 'It has finished meanwhile, or was removed.');
  await audit(deps.sql, { actor: operator, action: 'route_again', subject: id, detail: { queue } });
  await askRedis(deps.queues, () => ensureJobs(deps.queues, queue, [id]));
};

/** The same for all failed jobs of a router queue. */
export const retryFailedEvents = async (deps: RetryDeps, queue: string, operator: string): Promise<Retried> => {
  const ids = await askRedis(deps.queues, () => deps.queues.get(queue).getRanges(['failed'], 0, -1));
  await audit(deps.sql, { actor: operator, action: 'route_all_again', subject: queue, detail: { jobs: ids.length } });
  const { added, retried, live } = await askRedis(deps.queues, () => ensureJobs(deps.queues, queue, ids));
  return { retried: added + retried, skipped: live };
};
