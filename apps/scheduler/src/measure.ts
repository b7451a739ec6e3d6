import {
  backlogAges,
  countOpenDeadLetters,
  countUnknown,
  lastDigest,
  oldestPendingDocumentSeconds,
  type Sql,
  secondsSinceBeat,
} from '@crier/db';
import { DEAD_REASONS, type METRICS, SWEEP } from '@crier/domain';
import { allQueues, DOCUMENTS, describeQueue, type Queues, queueDepth } from '@crier/queue';
import type { Metrics } from '@crier/runtime';

type M = Metrics<typeof METRICS>;

/** How long the oldest due message of every queue has waited, by the record: Redis may have forgotten it. */
const measureAges = async (sql: Sql, metrics: M): Promise<void> => {
  const ages = await backlogAges(sql);
  for (const queue of allQueues()) {
    const { channel, lane } = describeQueue(queue);
    if (lane === null) continue;
    const oldest = ages.find((age) => age.channel === channel && age.lane === lane);
    metrics.set('crier_queue_oldest_age_seconds', { queue, lane }, Math.max(0, oldest?.seconds ?? 0));
  }
  const documents = { queue: DOCUMENTS, lane: '' };
  metrics.set('crier_queue_oldest_age_seconds', documents, await oldestPendingDocumentSeconds(sql));
};

/** A reason that has none is 0, not absent: a graph that breaks off says nothing. */
const measureDeadLetters = async (sql: Sql, metrics: M): Promise<void> => {
  const counts = new Map((await countOpenDeadLetters(sql)).map(({ reason, n }) => [reason, n]));
  for (const reason of new Set([...Object.keys(DEAD_REASONS), ...counts.keys()]))
    metrics.set('crier_dead_letters', { reason }, counts.get(reason) ?? 0);
};

/** Sets the gauges that no single app can know: how deep and how old the queues are, what is dead, what nobody knows. */
export const measure = async (sql: Sql, queues: Queues, nowMs: () => number, metrics: M): Promise<void> => {
  metrics.set('crier_unknown', {}, await countUnknown(sql));
  await measureDeadLetters(sql, metrics);
  await measureAges(sql, metrics);
  const swept = await secondsSinceBeat(sql, SWEEP);
  if (swept !== undefined) metrics.set('crier_sweep_last_success_timestamp_seconds', {}, nowMs() / 1000 - swept);
  const digest = await lastDigest(sql);
  if (digest?.postedAtMs) metrics.set('crier_digest_last_success_timestamp_seconds', {}, digest.postedAtMs / 1000);
  if (!queues.ready()) return;
  for (const queue of allQueues()) {
    const lane = describeQueue(queue).lane ?? '';
    metrics.set('crier_queue_depth', { queue, lane }, await queueDepth(queues.get(queue)));
  }
};
