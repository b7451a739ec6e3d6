import {
  backlogAges,
  countAccepted,
  countNewDeadLetters,
  lastDigest,
  oldestPendingDocumentSeconds,
  outboxOverdueSeconds,
  readNotices,
  type Sql,
  secondsSinceBeat,
} from '@crier/db';
import { BOARD, LANES, type Lane, NOTICES, SWEEP } from '@crier/domain';
import { type GateSight, type Redis, readGates } from '@crier/queue';

/** What the rules judge by, as it is right now. */
export interface Facts {
  /** Open dead letters of the last ten minutes. */
  readonly newDeadLetters: number;
  /** Of the last five minutes. */
  readonly died: number;
  /** Accepted by providers in the last five minutes, counted no further than it takes to know the share. */
  readonly accepted: number;
  /** How long the oldest due message of each lane has waited, routed or not. */
  readonly oldestSeconds: Readonly<Record<Lane, number>>;
  readonly outboxOverdueSeconds: number;
  /** Since any keeper's last sweep, but no longer than this process runs: who has just begun can't blame anybody. */
  readonly sweepAgeSeconds: number;
  /** Since a board was last heard of, but no longer than this process runs; 0 = there is none. */
  readonly boardSilentSeconds: number;
  /** How long the last due digest has not been posted; 0 = it has, or digests have not begun. */
  readonly digestLateSeconds: number;
  /** How long the oldest document that is not made has been wanted. */
  readonly documentSeconds: number;
  /** For how many seconds nobody has seen what the open incidents of `NOTICES` are about. */
  readonly notices: readonly { readonly rule: string; readonly subject: string; readonly seconds: number }[];
  /** Redis's maxmemory-policy; undefined while it does not answer. */
  readonly evictionPolicy: string | undefined;
  /** The providers' gates; undefined while Redis does not answer. */
  readonly gates: readonly GateSight[] | undefined;
}

const GROWTH_SECONDS = 600;
const RATIO_SECONDS = 300;
const MOST_DEAD = 10_000;

/** Twice what makes the share fall below the limit's half, where an alert ends. */
const enoughAccepted = (died: number, failurePercent: number): number => Math.ceil((died * 200) / failurePercent);

const oldestByLane = async (sql: Sql): Promise<Record<Lane, number>> => {
  const ages = await backlogAges(sql);
  const oldest = (lane: Lane) => Math.max(0, ...ages.filter((age) => age.lane === lane).map((age) => age.seconds));
  return Object.fromEntries(LANES.map((lane) => [lane, oldest(lane)])) as Record<Lane, number>;
};

/** A digest that covers the due instant has been posted, or it is late since then. */
const digestLate = async (sql: Sql, dueMs: number, nowMs: number): Promise<number> => {
  const last = await lastDigest(sql);
  return last === undefined || last.toMs >= dueMs ? 0 : (nowMs - dueMs) / 1000;
};

const evictionPolicyOf = async (redis: Redis): Promise<string | undefined> => {
  const info = await redis.info('memory').catch(() => '');
  return /^maxmemory_policy:(\S+)/m.exec(info)?.[1];
};

/** Reads the facts; `runningSeconds` is how long this process has run. Nothing in it grows with the number of messages. */
export const readFacts = async (
  sql: Sql,
  redis: Redis,
  options: {
    failurePercent: number;
    runningSeconds: number;
    digestDueMs: number;
    nowMs: number;
    providers: readonly string[];
  },
): Promise<Facts> => {
  const died = await countNewDeadLetters(sql, RATIO_SECONDS, MOST_DEAD);
  return {
    newDeadLetters: await countNewDeadLetters(sql, GROWTH_SECONDS, MOST_DEAD),
    died,
    accepted: died === 0 ? 0 : await countAccepted(sql, RATIO_SECONDS, enoughAccepted(died, options.failurePercent)),
    oldestSeconds: await oldestByLane(sql),
    outboxOverdueSeconds: await outboxOverdueSeconds(sql),
    sweepAgeSeconds: Math.min((await secondsSinceBeat(sql, SWEEP)) ?? Number.POSITIVE_INFINITY, options.runningSeconds),
    boardSilentSeconds: Math.min((await secondsSinceBeat(sql, BOARD)) ?? 0, options.runningSeconds),
    digestLateSeconds: await digestLate(sql, options.digestDueMs, options.nowMs),
    documentSeconds: await oldestPendingDocumentSeconds(sql),
    notices: await readNotices(sql, NOTICES),
    evictionPolicy: await evictionPolicyOf(redis),
    gates: await readGates(redis, options.providers).catch(() => undefined),
  };
};
