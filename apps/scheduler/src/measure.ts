import { countUnknown, type Sql } from '@crier/db';
import type { METRICS } from '@crier/domain';
import { allQueues, describeQueue, type Queues, queueDepth } from '@crier/queue';
import type { Metrics } from '@crier/runtime';

/** Sets the gauges that no single app can know: the depth of every queue, and how many outcomes are unknown. */
export const measure = async (sql: Sql, queues: Queues, metrics: Metrics<typeof METRICS>): Promise<void> => {
  metrics.set('crier_unknown', {}, await countUnknown(sql));
  if (!queues.ready()) return;
  for (const queue of allQueues()) {
    const lane = describeQueue(queue).lane ?? '';
    metrics.set('crier_queue_depth', { queue, lane }, await queueDepth(queues.get(queue)));
  }
};
