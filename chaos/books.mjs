import { setTimeout as sleep } from 'node:timers/promises';
import { createSql, isConnectionError } from '@crier/db';

const AGAIN_MS = 500;

/** Says a question again while PostgreSQL is away: it is one of the things that are killed. */
const patiently = async (ask) => {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isConnectionError(error)) throw error;
      await sleep(AGAIN_MS);
    }
  }
};

/**
 * `provable`: providers whose callbacks prove an outcome. A card of the inbox is an in-app delivery's own, or that of a version
 * as new, which has taken its place.
 */
const deliveryRows = (sql, provable) => sql`
  SELECT d.id, d.event_id AS "eventId", d.channel, d.state, d.reason, x.delivery_id IS NOT NULL AS "deadLetter",
         coalesce(a.resent, 0)::int AS resent, coalesce(a.unknowns, 0)::int AS unknowns,
         coalesce(a.provable, 0)::int AS provable, coalesce(a.without_id, 0)::int AS "withoutId",
         coalesce(a.shown, 0)::int AS shown, d.channel = 'inapp' AND EXISTS (
           SELECT FROM inbox_items i WHERE i.person = d.person
             AND (i.id = d.id OR ((i.entity_type, i.entity_id) = (e.entity_type, e.entity_id) AND i.entity_version >= e.entity_version))
         ) AS card
  FROM deliveries d JOIN events e ON e.id = d.event_id LEFT JOIN dead_letters x ON x.delivery_id = d.id
  LEFT JOIN (
    SELECT id, count(*) FILTER (WHERE result = 'resend') AS resent,
           count(*) FILTER (WHERE result = 'unknown') AS unknowns,
           count(*) FILTER (WHERE result = 'unknown' AND provider = ANY(${provable})) AS provable,
           count(*) FILTER (WHERE result = 'accepted_without_id') AS without_id,
           count(*) FILTER (WHERE provider = 'inbox' AND result IN ('delivered', 'collapsed')) AS shown
    FROM attempts GROUP BY id
  ) a ON a.id = d.id`;

/** Opens the record as an auditor: it reads, and never through an app. */
export const openBooks = (databaseUrl) => {
  const sql = createSql({ url: databaseUrl, max: 2, app: 'chaos' });
  const one = async (query) => Number((await query)[0].n);
  return {
    /** Deliveries that have ended, those that are open, and events that are still to be routed. */
    progress: () =>
      patiently(async () => {
        const [row] = await sql`
          SELECT (SELECT count(*) FROM deliveries)::int AS written, (SELECT count(*) FROM work)::int AS work,
                 (SELECT count(*) FROM outbox)::int AS unrouted`;
        return { ended: row.written - row.work, open: row.work, unrouted: row.unrouted };
      }),
    /** Everything that the audit compares. `provable`: providers whose callbacks prove an outcome. */
    read: (provable) =>
      patiently(async () => ({
        deliveries: await deliveryRows(sql, provable),
        cards: await one(sql`SELECT count(*) AS n FROM inbox_items`),
        eventIds: (await sql`SELECT id FROM events`).map(({ id }) => id),
        unrouted: await one(sql`SELECT count(*) AS n FROM outbox`),
        work: await one(sql`SELECT count(*) AS n FROM work`),
        decided: await one(sql`SELECT coalesce(sum(cardinality(people)), 0) AS n FROM decision_sets`),
      })),
    /** What the attempt logs hold, most frequent first: which faults were met. */
    results: async () => sql`
      SELECT coalesce(provider, 'crier') AS provider, result, coalesce(code, '') AS code, count(*)::int AS n
      FROM attempts GROUP BY 1, 2, 3 ORDER BY n DESC, 1, 2, 3`,
    /** One delivery with its attempt log, oldest entry first. */
    story: async (id) => ({
      delivery: (
        await sql`SELECT state, reason, attempts, resends, provider, provider_message_id, lease_until FROM deliveries WHERE id = ${id}`
      )[0],
      attempts: await sql`
        SELECT at, provider, provider_status AS status, code, result FROM attempts WHERE id = ${id} ORDER BY seq`,
    }),
    close: () => sql.end({ timeout: 2 }),
  };
};
