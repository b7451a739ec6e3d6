import { laneBacklogs, type Sql } from '@crier/db';
import {
  type BacklogLimit,
  type Channel,
  type Lane,
  type RefusableLane,
  refusalOf,
  type Settings,
} from '@crier/domain';
import type { Clock, Logger } from '@crier/runtime';

export type BacklogLimits = Readonly<Record<RefusableLane, BacklogLimit>>;

export interface BackPressure {
  /** Why an event of this lane, for these channels, is refused now; undefined if it is taken. */
  refusal(lane: Lane, channels: readonly Channel[]): string | undefined;
  close(): void;
}

export const backlogLimitsOf = (settings: Settings): BacklogLimits => ({
  transactional: { events: settings.BACKLOG_EVENTS_TRANSACTIONAL, ageMs: settings.BACKLOG_AGE_TRANSACTIONAL_MS },
  bulk: { events: settings.BACKLOG_EVENTS_BULK, ageMs: settings.BACKLOG_AGE_BULK_MS },
});

const LOOK_EVERY_MS = 1_000;
const LOOK_AT_LEAST_EVERY_MS = 10_000;
/** A look at a long backlog takes its time: then there are fewer, and looking takes about a tenth of one connection. */
const REST_PER_LOOK = 10;

const restMs = (tookMs: number): number =>
  Math.min(LOOK_AT_LEAST_EVERY_MS, Math.max(LOOK_EVERY_MS, tookMs * REST_PER_LOOK));

/**
 * Looks at the backlogs again and again, beside the requests, which only read what was seen last: no request counts
 * anything. While Postgres is away the last sight stands; nothing can be stored then anyway.
 */
export const createBackPressure = (options: {
  sql: Sql;
  limits: BacklogLimits;
  clock: Clock;
  log: Logger;
}): BackPressure => {
  const { sql, limits, clock, log } = options;
  const most = { transactional: limits.transactional.events, bulk: limits.bulk.events };
  let seen: Awaited<ReturnType<typeof laneBacklogs>> = {};
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  const look = async (): Promise<void> => {
    const beganMs = clock.monotonicMs();
    try {
      seen = await laneBacklogs(sql, most);
    } catch (error) {
      log.debug({ err: error }, 'the backlogs can’t be read now');
    }
    if (!ended) timer = setTimeout(() => void look(), restMs(clock.monotonicMs() - beganMs));
  };
  void look();
  return {
    refusal: (lane, channels) => refusalOf(lane, channels, seen, limits),
    close: () => {
      ended = true;
      clearTimeout(timer);
    },
  };
};
