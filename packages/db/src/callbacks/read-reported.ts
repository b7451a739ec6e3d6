import type { Channel, Lane, Standing } from '@crier/domain';
import type { SqlOrTx } from '../client.js';
import { idSpan } from '../id-span.js';

/** A delivery that a provider reports on. */
export interface ReportedDelivery {
  readonly id: string;
  /** The row's version: another one means that somebody changed it since. */
  readonly version: string;
  readonly channel: Channel;
  readonly lane: Lane;
  /** Null when the person was erased. */
  readonly address: string | null;
  /** The notification type; null when the event is gone. */
  readonly type: string | null;
  readonly standing: Standing;
}

type Row = Omit<ReportedDelivery, 'standing'> & Standing;

/** Reads deliveries by id, in no order. Ids that do not exist are absent. Instants stay as Postgres writes them. */
export const readReported = async (sql: SqlOrTx, ids: readonly string[]): Promise<ReportedDelivery[]> => {
  const { from, to } = idSpan(ids);
  // An event's id begins as its deliveries' do, and goes on as it likes.
  const events = { from: `${from.slice(0, 18)}-0000-000000000000`, to: `${to.slice(0, 18)}-ffff-ffffffffffff` };
  const rows = await sql<Row[]>`
    SELECT d.id, d.xmin::text AS version, d.channel, d.lane, d.address, e.type, d.state, d.reason, d.provider,
           d.provider_message_id AS "messageId", d.accepted_at AS "acceptedAt", d.delivered_at AS "deliveredAt",
           d.bounced_at AS "bouncedAt", d.complained_at AS "complainedAt",
           d.last_error_code AS "errorCode", d.last_error_message AS "errorMessage"
    FROM unnest(${ids as string[]}::uuid[]) AS g(id) JOIN deliveries d USING (id)
    LEFT JOIN events e ON e.id = d.event_id AND e.id BETWEEN ${events.from} AND ${events.to}
    WHERE d.id BETWEEN ${from} AND ${to}`;
  return rows.map(({ id, version, channel, lane, address, type, ...standing }) => ({
    id,
    version,
    channel,
    lane,
    address,
    type,
    standing,
  }));
};
