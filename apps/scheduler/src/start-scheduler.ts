import type { OpsWays } from '@crier/chat';
import { ensurePartitions, type Sql } from '@crier/db';
import type { METRICS, RepairSettings } from '@crier/domain';
import { createConsumer, DEAD_LETTERS, type Queues, type Redis } from '@crier/queue';
import type { Clock, Logger, Metrics } from '@crier/runtime';
import { startLoop } from '@crier/runtime';
import { type AlertSettings, startAlerts } from './alerts/start-alerts.js';
import { startDigest } from './digest/start-digest.js';
import { startKeeper } from './keeper.js';
import { measure } from './measure.js';
import { startRedrive } from './redrive.js';
import { showDeadLetter } from './show-dead-letter.js';

export interface SchedulerOptions {
  readonly sql: Sql;
  /** For commands. */
  readonly producer: Redis;
  /** For the dead-letter queue's worker. */
  readonly redis: Redis;
  readonly queues: Queues;
  readonly sweepMs: number;
  readonly maxAgeDays: number;
  readonly graceMs: number;
  readonly alerts: AlertSettings;
  /** The ways to the people on call. */
  readonly ops: Pick<OpsWays, 'chat' | 'sendEmail'>;
  readonly repairs: RepairSettings;
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
  readonly log: Logger;
  readonly metrics: Metrics<typeof METRICS>;
}

const MEASURE_EVERY_MS = 10_000;
const PARTITIONS_EVERY_MS = 6 * 3_600_000;

const makePartitions = ({ sql, maxAgeDays, log }: SchedulerOptions) =>
  startLoop({
    everyMs: PARTITIONS_EVERY_MS,
    run: async () => {
      const made = await ensurePartitions(sql, maxAgeDays);
      if (made > 0) log.info({ made }, 'partitions made');
    },
    onError: (error) => log.error({ err: error.message }, 'next months’ partitions could not be made'),
  });

/** What has to happen by itself: the keeper, the display of dead letters, alerts and digest, next months' partitions. Safe to run several. */
export const startScheduler = (options: SchedulerOptions): { isRunning(): boolean; close(): Promise<void> } => {
  const { sql, queues, log, repairs } = options;
  const { chat, sendEmail } = options.ops;
  const keeper = startKeeper({ sql, redis: options.producer, queues, sweepMs: options.sweepMs, log });
  const redrive = startRedrive({ sql, queues, log, repairs });
  const alerts = startAlerts({
    ...options.alerts,
    chat,
    sendEmail,
    sql,
    redis: options.producer,
    clock: options.clock,
    log,
    metrics: options.metrics,
  });
  const redriveTimes = repairs.redrive.times;
  const digest = startDigest({
    ...options.alerts,
    chat,
    sendEmail,
    redriveTimes,
    sql,
    nowMs: options.clock.nowMs,
    log,
  });
  const partitions = makePartitions(options);
  const gauges = startLoop({
    everyMs: MEASURE_EVERY_MS,
    run: () => measure(sql, queues, options.clock.nowMs, options.metrics),
    onError: (error) => log.warn({ err: error.message }, 'the gauges could not be set'),
  });
  const deadLetters = createConsumer({
    queue: DEAD_LETTERS,
    redis: options.redis,
    concurrency: 20,
    graceMs: options.graceMs,
    onError: (error, jobId) => log.warn({ deliveryId: jobId, err: error.message }, 'a dead letter could not be shown'),
    handle: showDeadLetter(sql),
  });
  return {
    isRunning: deadLetters.isRunning,
    close: async () => {
      await Promise.all([
        keeper.close(),
        redrive.close(),
        alerts.close(),
        digest.close(),
        partitions.close(),
        gauges.close(),
        deadLetters.close(),
      ]);
    },
  };
};
