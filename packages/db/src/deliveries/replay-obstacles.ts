import { CHANNELS, isOverruled, type TypeCategories } from '@crier/domain';
import type postgres from 'postgres';
import type { SqlOrTx } from '../client.js';
import { REASONS_BY_STRENGTH } from '../suppressions/new-suppression.js';

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** Where an entry of the suppression list stands back, as the sender sees it: of which types, on which channels, for what reasons. */
const overruled = (categories: TypeCategories) =>
  [...categories].flatMap(([type, { mandatory }]) =>
    CHANNELS.flatMap((channel) =>
      REASONS_BY_STRENGTH.filter((reason) => isOverruled(reason, channel, mandatory)).map((reason) => ({
        type,
        channel,
        reason,
      })),
    ),
  );

/**
 * What stands on the suppression list against the address that a delivery `d` would go to, and holds for its type: `{ id, reason }`,
 * or null. Scalar, as the rest that a replay is judged by, so that Postgres looks it up for each and does not join two whole tables.
 */
export const standingSuppression = (sql: SqlOrTx, address: Fragment, categories: TypeCategories) => {
  const back = overruled(categories);
  return sql`
    (SELECT json_build_object('id', s.id, 'reason', s.reason) FROM suppressions s
     WHERE s.channel = d.channel AND s.address = ${address} AND s.lifted_at IS NULL AND NOT EXISTS (
       SELECT FROM events e
       JOIN unnest(${back.map(({ type }) => type)}::text[], ${back.map(({ channel }) => channel)}::text[],
                   ${back.map(({ reason }) => reason)}::text[]) AS o(type, channel, reason) USING (type)
       WHERE e.id = d.event_id AND o.channel = s.channel AND o.reason = s.reason))`;
};

/** Whether the person of a delivery `d` wants nothing of its category on its channel by now (`isOptedOut`). */
export const hasOptedOut = (sql: SqlOrTx, categories: TypeCategories) => {
  const optional = [...categories].filter(([, { mandatory }]) => !mandatory);
  return sql`
    coalesce((
      SELECT pr.categories -> t.category -> d.channel = 'false'::jsonb FROM events e
      JOIN unnest(${optional.map(([type]) => type)}::text[], ${optional.map(([, { category }]) => category)}::text[])
        AS t(type, category) USING (type)
      JOIN preferences pr ON pr.person = d.person WHERE e.id = d.event_id
    ), false)`;
};

/** Whether it is too late for a delivery `d`. */
export const isExpired = (sql: SqlOrTx) => sql`coalesce(d.expires_at <= clock_timestamp(), false)`;
