import { type OpsWays, tellIncidents } from '@crier/chat';
import { incidentsToTell, type Sql } from '@crier/db';
import { type DigestSchedule, latestDigest, type METRICS } from '@crier/domain';
import type { Redis } from '@crier/queue';
import type { Clock, Logger, Metrics } from '@crier/runtime';
import { startLoop } from '@crier/runtime';
import { readFacts } from './facts.js';
import { keepIncidents } from './keep-incidents.js';
import type { AlertLimits } from './rules.js';

export interface AlertSettings {
  readonly limits: AlertLimits;
  /** Whose gates are watched: those of the senders' chain. */
  readonly providers: readonly string[];
  readonly boardUrl: string;
  readonly schedule: DigestSchedule;
  /** Sign replay links. */
  readonly secrets: readonly string[];
}

export interface AlertOptions extends AlertSettings, Pick<OpsWays, 'chat' | 'sendEmail'> {
  readonly sql: Sql;
  /** Fails at once while Redis is away. */
  readonly redis: Redis;
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
  readonly log: Logger;
  readonly metrics: Metrics<typeof METRICS>;
}

const LOOK_EVERY_MS = 5_000;
const TELL_EVERY_MS = 1_000;

/** Watches over the fleet and tells the people on call. Two loops: a chat that hangs must not keep incidents from the record. */
export const startAlerts = (options: AlertOptions): { close(): Promise<void> } => {
  const { sql, redis, clock, log, limits } = options;
  const began = clock.monotonicMs();
  const teller = { ...options, incidents: incidentsToTell(sql), nowMs: clock.nowMs };
  let stopping = false;
  const look = async (): Promise<void> => {
    const runningSeconds = (clock.monotonicMs() - began) / 1000;
    await keepIncidents(options, () =>
      readFacts(sql, redis, {
        failurePercent: limits.failurePercent,
        runningSeconds,
        digestDueMs: latestDigest(options.schedule, clock.nowMs()).atMs,
        nowMs: clock.nowMs(),
        providers: options.providers,
      }),
    );
  };
  const looking = startLoop({
    everyMs: LOOK_EVERY_MS,
    run: look,
    onError: (error) => log.warn({ err: error.message }, 'the alert rules could not be judged'),
  });
  const telling = startLoop({
    everyMs: TELL_EVERY_MS,
    run: () => tellIncidents(teller, () => stopping),
    onError: (error) => log.warn({ err: error.message }, 'untold incidents could not be read'),
  });
  return {
    close: async () => {
      stopping = true;
      await Promise.all([looking.close(), telling.close()]);
    },
  };
};
