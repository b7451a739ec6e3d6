import { openIncident, type Sql, secondsSinceBeat } from '@crier/db';
import { SWEEP, sweepLimitSeconds } from '@crier/domain';
import type { Clock, Logger } from '@crier/runtime';

export interface SchedulerWatch {
  readonly sql: Sql;
  /** SWEEP_INTERVAL_MS of the schedulers. */
  readonly sweepMs: number;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly log: Logger;
  readonly everyMs?: number;
}

const EVERY_MS = 60_000;

/**
 * The second watcher of: a scheduler that is dead can't say so. Looks every minute how long ago the last sweep was, but
 * no longer than this process runs, and opens the scheduler's own incident `sweep_not_run`; a scheduler that works again
 * closes it. Safe to run several.
 */
export const startSchedulerWatch = (options: SchedulerWatch): { close(): Promise<void> } => {
  const { sql, sweepMs, clock, log, everyMs = EVERY_MS } = options;
  const began = clock.monotonicMs();
  const limit = sweepLimitSeconds(sweepMs);
  const look = async (): Promise<void> => {
    const runningSeconds = (clock.monotonicMs() - began) / 1_000;
    const age = Math.min((await secondsSinceBeat(sql, SWEEP)) ?? Number.POSITIVE_INFINITY, runningSeconds);
    if (age < limit) return;
    const detail = { value: Math.round(age), limit, unit: 's' };
    if (await openIncident(sql, { rule: 'sweep_not_run', subject: SWEEP, detail, actor: 'board' }))
      log.error(detail, 'the sweep does not run: see whether a scheduler runs');
  };
  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: Error) => log.warn({ err: error.message }, 'the scheduler’s heartbeat could not be read'))
      .finally(() => {
        looking = undefined;
      });
  }, everyMs);
  timer.unref();
  return {
    close: async () => {
      clearInterval(timer);
      await looking;
    },
  };
};
