import type { Channel } from './channel.js';
import { type Lane, laneRank } from './lane.js';

/** The lanes that can be refused. Critical events are always taken. */
const REFUSABLE = ['transactional', 'bulk'] as const satisfies readonly Lane[];
export type RefusableLane = (typeof REFUSABLE)[number];

/** What a lane has before it. */
export interface LaneBacklog {
  /** Events that are stored and not routed; counting may stop above the limit. */
  readonly events: number;
  /** Age of the oldest of them, in seconds. */
  readonly oldestSeconds: number;
  /** How late the deliveries of each channel are that are due, in seconds; a channel without a backlog is missing. */
  readonly lateSeconds: Readonly<Partial<Record<Channel, number>>>;
}

export interface BacklogLimit {
  readonly events: number;
  readonly ageMs: number;
}

/** How much of a room in memory each lane may fill before it is refused: critical last. */
export const SHARE_OF_ROOM: Readonly<Record<Lane, number>> = { critical: 1, transactional: 0.75, bulk: 0.5 };

const excess = (backlog: LaneBacklog, limit: BacklogLimit, channels: readonly Channel[]): string | undefined => {
  if (backlog.events > limit.events) return `more than ${limit.events} events wait to be routed`;
  // The latest of its channels counts: one by which little is sent must not hide that another is days behind.
  const late = Math.max(0, ...channels.map((channel) => backlog.lateSeconds[channel] ?? 0));
  const seconds = Math.max(backlog.oldestSeconds, late);
  return seconds * 1_000 > limit.ageMs ? `what came before is ${Math.floor(seconds / 60)} minutes late` : undefined;
};

/**
 * Why an event of this lane, for these channels, can't be taken now; undefined if it can. A lane is refused when its
 * backlog is longer or older than its limit, or when that of a more urgent lane is: bulk is never taken while transactional is refused.
 */
export const refusalOf = (
  lane: Lane,
  channels: readonly Channel[],
  backlog: Readonly<Partial<Record<RefusableLane, LaneBacklog>>>,
  limits: Readonly<Record<RefusableLane, BacklogLimit>>,
): string | undefined => {
  for (const other of REFUSABLE.filter((l) => laneRank(l) <= laneRank(lane))) {
    const known = backlog[other];
    const why = known && excess(known, limits[other], channels);
    if (why) return `In the ${other} lane ${why}.`;
  }
  return undefined;
};
