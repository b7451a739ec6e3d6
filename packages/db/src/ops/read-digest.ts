import { type SqlOrTx, toIso } from '../client.js';
import { timesPutBack } from '../deliveries/replay-deliveries.js';
import type { DigestWindow } from './digests.js';
import { isOfPassingCause } from './passing-cause.js';

export interface DigestExample {
  readonly channel: string;
  readonly entityType: string;
  readonly entityId: string;
  /** Null once the person has been erased. */
  readonly recipientId: string | null;
  readonly provider: string | null;
  readonly code: string | null;
}

/** What died in the window for one reason. */
export interface DigestGroup {
  readonly reason: string;
  readonly died: number;
  /** What died for it in the seven days before the window. */
  readonly weekBefore: number;
  /** How many with this reason are open now, whenever they died: what a replay of the group would take. */
  readonly open: number;
  /** The newest three. */
  readonly examples: readonly DigestExample[];
}

export interface DigestFacts extends DigestWindow {
  readonly groups: readonly DigestGroup[];
  readonly open: number;
  readonly oldestOpenedAt: string | null;
  /** Of the open ones: put back by themselves before they need a person. */
  readonly waitingForRedrive: number;
}

const EXAMPLES = 3;

const examplesOf = (sql: SqlOrTx, { from, to }: DigestWindow, reason: string): Promise<DigestExample[]> =>
  sql<DigestExample[]>`
    SELECT d.channel, e.entity_type AS "entityType", e.entity_id AS "entityId", p.external_id AS "recipientId", d.provider,
           d.last_error_code AS code
    FROM (
      SELECT * FROM dead_letters WHERE reason = ${reason} AND opened_at >= ${from} AND opened_at < ${to}
      ORDER BY opened_at DESC, delivery_id DESC LIMIT ${EXAMPLES}
    ) x JOIN deliveries d ON d.id = x.delivery_id JOIN events e ON e.id = x.event_id LEFT JOIN people p ON p.n = d.person
    ORDER BY x.opened_at DESC, x.delivery_id DESC`.then((rows) => [...rows]);

/**
 * What the digest of a window tells: the dead since the last one by reason, and all that is still open. `redriveTimes`:
 * how often a delivery is put back by itself. Once a day.
 */
export const readDigest = async (sql: SqlOrTx, window: DigestWindow, redriveTimes: number): Promise<DigestFacts> => {
  const { from, to } = window;
  const groups = await sql<{ reason: string; died: number; weekBefore: number; open: number }[]>`
    SELECT reason, count(*) FILTER (WHERE opened_at >= ${from} AND opened_at < ${to})::int AS died,
           count(*) FILTER (WHERE opened_at >= ${from}::timestamptz - interval '7 days' AND opened_at < ${from})::int AS "weekBefore",
           count(*) FILTER (WHERE closed_at IS NULL)::int AS open
    FROM dead_letters GROUP BY reason ORDER BY died DESC, reason`;
  const [open] = await sql<{ oldest: string | null; waiting: number }[]>`
    SELECT min(x.opened_at) AS oldest, count(*) FILTER (
      WHERE ${isOfPassingCause(sql)} AND coalesce(d.expires_at > now(), true)
        AND ${timesPutBack(sql, 'redriven')} < ${redriveTimes}
    )::int AS waiting
    FROM dead_letters x JOIN deliveries d ON d.id = x.delivery_id WHERE x.closed_at IS NULL`;
  const told: DigestGroup[] = [];
  for (const group of groups.filter(({ died }) => died > 0))
    told.push({ ...group, examples: await examplesOf(sql, window, group.reason) });
  return {
    from,
    to,
    groups: told,
    open: groups.reduce((sum, group) => sum + group.open, 0),
    oldestOpenedAt: toIso(open?.oldest ?? null),
    waitingForRedrive: open?.waiting ?? 0,
  };
};
