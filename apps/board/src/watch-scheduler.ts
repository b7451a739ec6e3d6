import { type OpsWays, tellIncidents } from '@crier/chat';
import { beat, forgetBeat, incidentsToTell, openIncident, type Sql, secondsSinceBeat } from '@crier/db';
import { BOARD, SWEEP, sweepLimitSeconds } from '@crier/domain';
import { type Clock, type Logger, startLoop } from '@crier/runtime';

export interface SchedulerWatch {
  readonly sql: Sql;
  /** SWEEP_INTERVAL_MS of the schedulers. */
  readonly sweepMs: number;
  /** The ways to the people on call; without any the incident stays untold until a scheduler has one. */
  readonly ops: Pick<OpsWays, 'chat' | 'sendEmail'>;
  readonly boardUrl: string;
  readonly clock: Pick<Clock, 'monotonicMs' | 'nowMs'>;
  readonly log: Logger;
  readonly everyMs?: number;
}

const EVERY_MS = 60_000;

/**
 * The second watcher of R-8.7: a scheduler that is dead can't say so. Looks every minute how long ago the last sweep was, but
 * no longer than this process runs. While that is too long it opens the scheduler's own incident `sweep_not_run` and tells all
 * that is untold, that one and what senders recorded, from the schedulers' own record: nobody hears it twice. A scheduler
 * that works again closes it and tells the end. The schedulers watch this watch the same way. Safe to run several.
 */
export const startSchedulerWatch = (options: SchedulerWatch): { close(): Promise<void> } => {
  const { sql, sweepMs, clock, log, everyMs = EVERY_MS } = options;
  const began = clock.monotonicMs();
  const limit = sweepLimitSeconds(sweepMs);
  const { chat, sendEmail } = options.ops;
  const { boardUrl } = options;
  const teller = { chat, sendEmail, incidents: incidentsToTell(sql), boardUrl, nowMs: clock.nowMs, log };
  let stopping = false;
  const look = async (): Promise<void> => {
    const runningSeconds = (clock.monotonicMs() - began) / 1_000;
    await beat(sql, BOARD);
    const age = Math.min((await secondsSinceBeat(sql, SWEEP)) ?? Number.POSITIVE_INFINITY, runningSeconds);
    if (age < limit) return;
    const detail = { value: Math.round(age), limit, unit: 's' };
    if (await openIncident(sql, { rule: 'sweep_not_run', subject: SWEEP, detail, actor: 'board' }))
      log.error(detail, 'the sweep does not run: see whether a scheduler runs');
    // Who has no way to tell would only mark it as told.
    if (chat !== undefined || sendEmail !== undefined) await tellIncidents(teller, () => stopping);
  };
  const loop = startLoop({
    everyMs,
    run: look,
    onError: (error) => log.warn({ err: error.message }, 'the scheduler could not be watched'),
  });
  return {
    close: async () => {
      stopping = true;
      await loop.close();
      // Another board beats again within the minute.
      await forgetBeat(sql, BOARD).catch((error: Error) =>
        log.warn({ err: error.message }, 'the schedulers could not be told that the board stops'),
      );
    },
  };
};
