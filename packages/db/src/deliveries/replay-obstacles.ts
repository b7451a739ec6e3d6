import type postgres from 'postgres';
import type { SqlOrTx } from '../client.js';

/** The notification types that somebody may opt out of, each with its category; mandatory ones are not in it. */
export type OptionalCategories = ReadonlyMap<string, string>;

export const NO_CATEGORIES: OptionalCategories = new Map();

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/**
 * The standing suppression of the address that a delivery `d` would go to, or null. Scalar, as the rest that a replay is judged
 * by, so that Postgres looks it up for each and does not join two whole tables.
 */
export const standingSuppression = (sql: SqlOrTx, address: Fragment) => sql`
  (SELECT s.id FROM suppressions s WHERE s.channel = d.channel AND s.address = ${address} AND s.lifted_at IS NULL)`;

/** Whether the person of a delivery `d` wants nothing of its category on its channel by now (`isOptedOut`). */
export const hasOptedOut = (sql: SqlOrTx, categories: OptionalCategories) =>
  categories.size === 0
    ? sql`false`
    : sql`coalesce((
        SELECT pr.categories -> t.category -> d.channel = 'false'::jsonb FROM events e
        JOIN unnest(${[...categories.keys()]}::text[], ${[...categories.values()]}::text[]) AS t(type, category) USING (type)
        JOIN preferences pr ON pr.person = d.person WHERE e.id = d.event_id
      ), false)`;

/** Whether it is too late for a delivery `d`. */
export const isExpired = (sql: SqlOrTx) => sql`coalesce(d.expires_at <= clock_timestamp(), false)`;
