import { OPEN_STATES } from '@crier/domain';
import type postgres from 'postgres';
import type { Sql } from '../client.js';
import { retryDeadlock } from '../connection-errors.js';

type Tx = postgres.TransactionSql<{ ts: string }>;
type Found = { event_id: string }[];

const eventIds = (rows: Found): string[] => rows.map((row) => row.event_id);

/** Events that name the person and are not routed to the end: locked, so that no router moves their cursor meanwhile. */
const lockUnrouted = async (tx: Tx, id: string): Promise<string[]> =>
  eventIds(
    await tx<Found>`
      SELECT o.event_id FROM outbox o JOIN event_payloads p ON p.id = o.event_id
      WHERE p.body -> 'recipients' @> ${JSON.stringify([id])}::text::jsonb
         OR p.body -> 'recipients' @> ${JSON.stringify([{ id }])}::text::jsonb
      ORDER BY o.event_id FOR UPDATE OF o`,
  );

/**
 * Takes the address from the person's deliveries and ends what still waits. They are locked by a statement before, so that
 * the second one sees the work of a replay that it had to wait for.
 */
const forgetDeliveries = async (tx: Tx, person: number): Promise<string[]> => {
  await tx`SELECT FROM deliveries WHERE person = ${person} ORDER BY id FOR NO KEY UPDATE`;
  return eventIds(
    await tx<Found>`
      WITH l AS MATERIALIZED (
        SELECT id, state = ANY(${OPEN_STATES as unknown as string[]}::text[]) AS open FROM deliveries WHERE person = ${person}
      ), moved AS (
        UPDATE deliveries d SET address = NULL, name = NULL,
          state = CASE WHEN l.open THEN 'suppressed' ELSE d.state END,
          reason = CASE WHEN l.open THEN 'cancelled' ELSE d.reason END
        FROM l WHERE d.id = l.id RETURNING d.id, d.event_id, l.open
      ), over AS (
        DELETE FROM work w USING moved WHERE w.delivery_id = moved.id AND moved.open
      )
      SELECT DISTINCT event_id FROM moved`,
  );
};

/** What the person wanted, and who changed that from what to what; their devices; their inbox. That something was changed, and when, stays. */
const forgetWishes = async (tx: Tx, person: number): Promise<void> => {
  await tx`DELETE FROM preferences WHERE person = ${person}`;
  await tx`UPDATE preference_changes SET before = NULL, after = NULL WHERE person = ${person}`;
  await tx`DELETE FROM push_tokens WHERE person = ${person}`;
  await tx`DELETE FROM inbox_items WHERE person = ${person}`;
};

const decidedAgainst = async (tx: Tx, person: number): Promise<string[]> =>
  eventIds(await tx<Found>`SELECT DISTINCT event_id FROM decision_sets WHERE ${person} = ANY(people)`);

/**
 * Takes the person out of these events' recipients. The cursor of an unfinished fan-out counts recipients: it goes back by
 * as many as were taken away in front of it, or the router would leave out somebody else. The revision tells a router that has
 * read the recipients already to read them again.
 */
const forgetRecipients = async (tx: Tx, events: readonly string[], id: string): Promise<void> => {
  await tx`
    WITH page AS MATERIALIZED (
      SELECT p.id, p.body -> 'recipients' AS recipients, coalesce(o.cursor, 0) AS cursor
      FROM unnest(${events as string[]}::uuid[]) AS g(id) JOIN event_payloads p USING (id) LEFT JOIN outbox o ON o.event_id = p.id
      ORDER BY p.id FOR NO KEY UPDATE OF p
    ), kept AS (
      SELECT page.id, coalesce(jsonb_agg(r.value ORDER BY r.place) FILTER (WHERE r.other), '[]') AS recipients,
             count(*) FILTER (WHERE NOT r.other AND r.place <= page.cursor)::int AS passed
      FROM page CROSS JOIN LATERAL (
        SELECT e.value, e.place,
               CASE jsonb_typeof(e.value) WHEN 'string' THEN e.value #>> '{}' ELSE e.value ->> 'id' END IS DISTINCT FROM ${id} AS other
        FROM jsonb_array_elements(page.recipients) WITH ORDINALITY AS e(value, place)
      ) r GROUP BY page.id
    ), back AS (
      UPDATE outbox o SET cursor = o.cursor - kept.passed, revision = o.revision + 1 FROM kept WHERE o.event_id = kept.id
    )
    UPDATE event_payloads p SET body = jsonb_set(p.body, '{recipients}', kept.recipients) FROM kept WHERE p.id = kept.id`;
};

/**
 * Erases a person: the directory entry, the link from number to id, preferences, devices, inbox, the addresses on their
 * deliveries and their entry in stored events; what was sent stays provable without them. What still waits for them is
 * suppressed as `cancelled`, what is not routed yet is never routed to them. The suppression list stays: it keeps whoever
 * has the address from being written to. True if anything was known.
 */
export const eraseRecipient = (sql: Sql, id: string): Promise<boolean> =>
  retryDeadlock(() =>
    sql.begin(async (tx) => {
      const unrouted = await lockUnrouted(tx, id);
      const entry = await tx`DELETE FROM recipients WHERE id = ${id}`;
      const [person] = await tx<
        { n: number }[]
      >`UPDATE people SET external_id = NULL WHERE external_id = ${id} RETURNING n`;
      // Deliveries first: whoever puts a card into the inbox holds its delivery, and is waited for.
      const decided = person
        ? [...(await forgetDeliveries(tx, person.n)), ...(await decidedAgainst(tx, person.n))]
        : [];
      if (person) await forgetWishes(tx, person.n);
      const events = [...new Set([...unrouted, ...decided])];
      if (events.length > 0) await forgetRecipients(tx, events, id);
      const known = entry.count > 0 || person !== undefined || events.length > 0;
      if (known)
        await tx`INSERT INTO audit_log (actor, action, subject) VALUES ('api', 'erase', ${person ? `person ${person.n}` : 'recipient'})`;
      return known;
    }),
  );
