import { type SqlOrTx, toIso } from '../client.js';
import { timesPutBack } from '../deliveries/replay-deliveries.js';
import { isOfPassingCause } from './passing-cause.js';

/** A dead letter, open or closed. What was to be sent is the delivery's and the event's. */
export interface DeadLetter {
  readonly id: string;
  readonly eventId: string;
  readonly reason: string;
  readonly openedAt: string;
  readonly closedAt: string | null;
  /** It died of a cause that passes by itself (R-8.3a). */
  readonly passing: boolean;
  /** An operator, `redrive`, or the evidence that it was accepted. */
  readonly closedBy: string | null;
  /** How often operators have replayed it. */
  readonly replays: number;
  /** How often it was put back by itself. */
  readonly redrives: number;
}

/** The dead letter of a delivery, or undefined if it never had one. */
export const readDeadLetter = async (sql: SqlOrTx, id: string): Promise<DeadLetter | undefined> => {
  const [row] = await sql<DeadLetter[]>`
    SELECT d.id, x.event_id AS "eventId", x.reason, x.opened_at AS "openedAt", x.closed_at AS "closedAt",
           x.closed_by AS "closedBy", ${isOfPassingCause(sql)} AS passing, ${timesPutBack(sql, 'replayed')} AS replays, ${timesPutBack(sql, 'redriven')} AS redrives
    FROM dead_letters x JOIN deliveries d ON d.id = x.delivery_id WHERE x.delivery_id = ${id}`;
  return row && { ...row, openedAt: toIso(row.openedAt) as string, closedAt: toIso(row.closedAt) };
};

export interface DeadLetterPlace {
  readonly openedAt: string;
  readonly id: string;
}

/**
 * The next open dead letters of a reason behind a place, oldest first, as far as they were open at `until`: what a replay of
 * a group takes chunk by chunk. What dies again meanwhile is not met a second time.
 */
export const nextDeadLetters = (
  sql: SqlOrTx,
  reason: string,
  { after, until, limit }: { after: DeadLetterPlace | undefined; until: string; limit: number },
): Promise<DeadLetterPlace[]> => sql<DeadLetterPlace[]>`
  SELECT delivery_id AS id, opened_at AS "openedAt" FROM dead_letters
  WHERE closed_at IS NULL AND reason = ${reason} AND opened_at <= ${until}
    ${after === undefined ? sql`` : sql`AND (opened_at, delivery_id) > (${after.openedAt}, ${after.id})`}
  ORDER BY opened_at, delivery_id LIMIT ${limit}`;
