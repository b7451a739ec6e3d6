import { type DeliveryState, eventRange, keyOf } from '@crier/domain';
import { type SqlOrTx, toIso } from '../client.js';

/** A delivery as the API shows it (contract). No address: what was sent where is the event's business. */
export interface DeliveryView {
  readonly id: string;
  readonly key: string;
  readonly eventId: string;
  readonly channel: string;
  readonly recipientId: string | null;
  readonly lane: string;
  readonly state: DeliveryState;
  readonly reason: string | null;
  readonly locale: string;
  readonly entityVersion: number | null;
  readonly templateVersion: string | null;
  readonly attempts: number;
  readonly provider: string | null;
  readonly providerMessageId: string | null;
  readonly renderedAt: string | null;
  readonly nextAttemptAt: string | null;
  readonly heldUntil: string | null;
  readonly expiresAt: string | null;
  readonly acceptedAt: string | null;
  readonly deliveredAt: string | null;
  readonly bouncedAt: string | null;
  readonly complainedAt: string | null;
  readonly unconfirmedAt: string | null;
  readonly lastErrorCode: string | null;
  readonly lastErrorMessage: string | null;
  readonly segments: number | null;
}

type Row = Omit<DeliveryView, 'key' | 'nextAttemptAt' | 'heldUntil' | 'entityVersion'> & {
  dueAt: string | null;
  entityVersion: string | null;
};

const TIMES = [
  'renderedAt',
  'expiresAt',
  'acceptedAt',
  'deliveredAt',
  'bouncedAt',
  'complainedAt',
  'unconfirmedAt',
] as const;

const toView = ({ dueAt, ...row }: Row): DeliveryView => ({
  ...row,
  ...(Object.fromEntries(TIMES.map((key) => [key, toIso(row[key])])) as Record<(typeof TIMES)[number], string | null>),
  key: keyOf(row.id),
  entityVersion: row.entityVersion === null ? null : Number(row.entityVersion),
  nextAttemptAt: row.state === 'retrying' || row.state === 'unknown' ? toIso(dueAt) : null,
  heldUntil: row.state === 'held' ? toIso(dueAt) : null,
});

const columns = (sql: SqlOrTx) => sql`
  d.id, d.event_id AS "eventId", d.channel, p.external_id AS "recipientId", d.lane, d.state, d.reason, d.locale,
  d.entity_version AS "entityVersion", d.template_version AS "templateVersion", d.attempts, d.provider,
  d.provider_message_id AS "providerMessageId", d.rendered_at AS "renderedAt", w.due_at AS "dueAt",
  d.expires_at AS "expiresAt", d.accepted_at AS "acceptedAt", d.delivered_at AS "deliveredAt", d.bounced_at AS "bouncedAt",
  d.complained_at AS "complainedAt", d.unconfirmed_at AS "unconfirmedAt", d.last_error_code AS "lastErrorCode",
  d.last_error_message AS "lastErrorMessage", d.segments`;

/** One page of an event's deliveries in id order; `next` is the cursor of the next page, null at the end. */
export const listEventDeliveries = async (
  sql: SqlOrTx,
  eventId: string,
  page: { limit: number; cursor: string | null },
): Promise<{ deliveries: DeliveryView[]; next: string | null }> => {
  const { from, to } = eventRange(eventId);
  const rows = await sql<Row[]>`
    SELECT ${columns(sql)} FROM deliveries d JOIN people p ON p.n = d.person LEFT JOIN work w ON w.delivery_id = d.id
      AND w.delivery_id BETWEEN ${from} AND ${to}
    WHERE d.id BETWEEN ${from} AND ${to} AND d.event_id = ${eventId} ${page.cursor === null ? sql`` : sql`AND d.id > ${page.cursor}`}
    ORDER BY d.id LIMIT ${page.limit + 1}`;
  const deliveries = rows.slice(0, page.limit).map(toView);
  return { deliveries, next: rows.length > page.limit ? (deliveries.at(-1)?.id ?? null) : null };
};

export interface AttemptView {
  readonly at: string;
  readonly provider: string | null;
  readonly providerStatus: number | null;
  readonly error: { readonly code: string | null; readonly message: string | null } | null;
  readonly result: string;
}

/** One delivery with its attempt log in order, or undefined. */
export const readDelivery = async (
  sql: SqlOrTx,
  id: string,
): Promise<(Omit<DeliveryView, 'attempts'> & { attemptCount: number; attempts: AttemptView[] }) | undefined> => {
  const [rows, log] = await Promise.all([
    sql<Row[]>`
      SELECT ${columns(sql)} FROM deliveries d JOIN people p ON p.n = d.person
      LEFT JOIN work w ON w.delivery_id = d.id AND w.delivery_id = ${id} WHERE d.id = ${id}`,
    sql<
      {
        at: string;
        provider: string | null;
        status: number | null;
        code: string | null;
        message: string | null;
        result: string;
      }[]
    >`
      SELECT at, provider, provider_status AS status, code, message, result FROM attempts WHERE id = ${id} ORDER BY seq`,
  ]);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { attempts: attemptCount, ...view } = toView(row);
  const attempts = log.map((a) => ({
    at: toIso(a.at) as string,
    provider: a.provider,
    providerStatus: a.status,
    error: a.code === null && a.message === null ? null : { code: a.code, message: a.message },
    result: a.result,
  }));
  return { ...view, attemptCount, attempts };
};
