import { type SqlOrTx, toIso } from '../client.js';
import { timesPutBack } from '../deliveries/replay-deliveries.js';
import { isOfPassingCause } from './passing-cause.js';

export interface DeadLetterFilter {
  readonly reason?: string;
  /** Of the event. */
  readonly type?: string;
  /** Opened less than so many hours ago. */
  readonly youngerThanHours?: number;
  /** Opened at least so many hours ago. */
  readonly olderThanHours?: number;
}

/** One open dead letter, as the list shows it. No address: the page of the one has it, masked. */
export interface DeadLetterItem {
  readonly id: string;
  readonly reason: string;
  readonly openedAt: string;
  readonly channel: string;
  readonly lane: string;
  readonly type: string;
  readonly entityType: string;
  readonly entityId: string;
  /** Null once the person has been erased. */
  readonly recipientId: string | null;
  readonly provider: string | null;
  readonly lastErrorCode: string | null;
  readonly expired: boolean;
  /** It died of a cause that passes by itself (R-8.3a). */
  readonly passing: boolean;
  readonly replays: number;
  readonly redrives: number;
}

const conditions = (sql: SqlOrTx, filter: DeadLetterFilter) => sql`
  x.closed_at IS NULL
  ${filter.reason === undefined ? sql`` : sql`AND x.reason = ${filter.reason}`}
  ${filter.type === undefined ? sql`` : sql`AND e.type = ${filter.type}`}
  ${filter.youngerThanHours === undefined ? sql`` : sql`AND x.opened_at > now() - ${filter.youngerThanHours} * interval '1 hour'`}
  ${filter.olderThanHours === undefined ? sql`` : sql`AND x.opened_at <= now() - ${filter.olderThanHours} * interval '1 hour'`}`;

/** A place in the list: `<opened_at as Postgres writes it>~<delivery id>`. */
const placeOf = (cursor: string): { openedAt: string; id: string } | undefined => {
  const [, openedAt, id] = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00)~([0-9a-f-]{36})$/.exec(cursor) ?? [];
  return openedAt === undefined || id === undefined ? undefined : { openedAt, id };
};

/**
 * One page of the open dead letters, newest first (R-8.1). `next` is the cursor of the next page, null at the end. A cursor
 * that this did not make begins at the front.
 */
export const listDeadLetters = async (
  sql: SqlOrTx,
  filter: DeadLetterFilter,
  page: { limit: number; cursor: string | null },
): Promise<{ items: DeadLetterItem[]; next: string | null }> => {
  const place = page.cursor === null ? undefined : placeOf(page.cursor);
  const after = place === undefined ? sql`` : sql`AND (x.opened_at, x.delivery_id) < (${place.openedAt}, ${place.id})`;
  const rows = await sql<DeadLetterItem[]>`
    SELECT d.id, x.reason, x.opened_at AS "openedAt", d.channel, d.lane, e.type, e.entity_type AS "entityType",
           e.entity_id AS "entityId", q.external_id AS "recipientId", d.provider, d.last_error_code AS "lastErrorCode",
           coalesce(d.expires_at <= now(), false) AS expired, ${isOfPassingCause(sql)} AS passing, ${timesPutBack(sql, 'replayed')} AS replays,
           ${timesPutBack(sql, 'redriven')} AS redrives
    FROM dead_letters x JOIN deliveries d ON d.id = x.delivery_id JOIN events e ON e.id = x.event_id
    LEFT JOIN people q ON q.n = d.person
    WHERE ${conditions(sql, filter)} ${after}
    ORDER BY x.opened_at DESC, x.delivery_id DESC LIMIT ${page.limit + 1}`;
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => ({ ...row, openedAt: toIso(row.openedAt) as string })),
    next: last !== undefined && rows.length > page.limit ? `${last.openedAt}~${last.id}` : null,
  };
};

/** Types of the open dead letters, for the filter. */
export const listDeadLetterTypes = async (sql: SqlOrTx): Promise<string[]> => {
  const rows = await sql<{ type: string }[]>`
    SELECT DISTINCT e.type FROM dead_letters x JOIN events e ON e.id = x.event_id WHERE x.closed_at IS NULL ORDER BY e.type`;
  return rows.map((row) => row.type);
};
