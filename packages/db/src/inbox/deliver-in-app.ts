import { OPEN_STATES } from '@crier/domain';
import type { SqlOrTx } from '../client.js';
import { retryDeadlock } from '../connection-errors.js';
import { idSpan } from '../id-span.js';
import { assertOnceEach } from '../once-each.js';

/** Told, with the person's number, after the commit of whatever changes that person's inbox. */
export const INBOX_CHANNEL = 'crier_inbox';

export interface InAppDelivery {
  readonly id: string;
  /** As it was read: a row that has had a verdict since is somebody else's. */
  readonly logSeq: number;
  readonly templateVersion: string;
  readonly title: string;
  readonly body: string;
  /** Where the card leads. */
  readonly url: string | null;
  /** Cards of one group collapse; the type, unless its manifest says otherwise. */
  readonly collapseGroup: string;
}

const givenRows = (sql: SqlOrTx, items: readonly InAppDelivery[]) => {
  const column = <K extends keyof InAppDelivery>(key: K) => items.map((item) => item[key]);
  return sql`
    unnest(
      ${column('id')}::uuid[], ${column('logSeq')}::int[], ${column('templateVersion')}::text[], ${column('title')}::text[],
      ${column('body')}::text[], ${column('url')}::text[], ${column('collapseGroup')}::text[]
    ) WITH ORDINALITY AS g(id, seen_seq, template_version, title, body, url, collapse_group, place)`;
};

/**
 * The call of the in-app channel: puts cards into inboxes and ends their deliveries as `delivered`, in one commit. Of the cards of
 * one person, group and entity the highest (version, occurredAt) stands, whatever arrives first, and a tie is the later one's;
 * the others end as `delivered` all the same, `collapsed` in their log. Without a version a card stands alone. A newer
 * card is unseen again. Returns the ids delivered by this; of the others somebody else was quicker. Throws RepeatedRow.
 *
 * The people are locked first: whoever draws from inbox_changes holds the row of the person, so that one person's numbers are
 * committed in their order and a reader who saw one has seen all below it. An erased person gets nothing.
 */
export const deliverInApp = async (sql: SqlOrTx, items: readonly InAppDelivery[]): Promise<Set<string>> => {
  const ids = items.map((item) => item.id);
  assertOnceEach(ids);
  const { from, to } = idSpan(ids);
  // An event's id begins as its deliveries' do, and goes on as it likes.
  const events = { from: `${from.slice(0, 18)}-0000-000000000000`, to: `${to.slice(0, 18)}-ffff-ffffffffffff` };
  const rows = await retryDeadlock(
    () => sql<{ id: string }[]>`
      WITH given AS MATERIALIZED (
        SELECT g.* FROM ${givenRows(sql, items)}
      ), owners AS MATERIALIZED (
        SELECT p.n FROM people p
        WHERE p.n IN (SELECT d.person FROM given JOIN deliveries d USING (id)) AND p.external_id IS NOT NULL
        ORDER BY p.n FOR NO KEY UPDATE OF p
      ), l AS MATERIALIZED (
        SELECT g.*, d.person, d.event_id FROM given g JOIN deliveries d USING (id)
        -- Asked as a value, or it would be joined, and without hash joins that is a loop in a loop.
        WHERE (d.person IN (SELECT n FROM owners)) IS TRUE AND d.state = ANY(${OPEN_STATES as unknown as string[]}::text[]) AND d.log_seq = g.seen_seq
        ORDER BY g.id FOR NO KEY UPDATE OF d
      ), card AS MATERIALIZED (
        SELECT l.*, e.type, e.entity_type, e.entity_id, e.entity_version, e.occurred_at,
               CASE WHEN e.entity_version IS NULL THEN replace(l.id::text, '-', '')
               ELSE encode(sha256(convert_to(jsonb_build_array(l.collapse_group, e.entity_type, e.entity_id)::text, 'UTF8')), 'hex')
               END AS collapse_key
        FROM l JOIN events e ON e.id = l.event_id WHERE e.id BETWEEN ${events.from} AND ${events.to}
      ), newest AS (
        SELECT DISTINCT ON (person, collapse_key) * FROM card
        ORDER BY person, collapse_key, entity_version DESC, occurred_at DESC, place DESC
      ), shown AS (
        INSERT INTO inbox_items AS i
          (person, collapse_key, id, type, entity_type, entity_id, entity_version, occurred_at, title, body, url)
        SELECT person, collapse_key, id, type, entity_type, entity_id, entity_version, occurred_at, title, body, url
        FROM newest ORDER BY person, collapse_key
        ON CONFLICT (person, collapse_key) DO UPDATE SET
          id = excluded.id, type = excluded.type, entity_version = excluded.entity_version, occurred_at = excluded.occurred_at,
          title = excluded.title, body = excluded.body, url = excluded.url, rendered_at = excluded.rendered_at,
          seen_at = NULL, read_at = NULL, archived_at = NULL, change = excluded.change
        WHERE (excluded.entity_version, excluded.occurred_at) >= (i.entity_version, i.occurred_at)
        RETURNING i.id, i.person
      ), moved AS (
        UPDATE deliveries d SET
          state = 'delivered', reason = NULL, lease_token = NULL, lease_until = NULL, provider = 'inbox',
          template_version = card.template_version, rendered_at = clock_timestamp(),
          accepted_at = clock_timestamp(), delivered_at = clock_timestamp(),
          attempts = d.attempts + 1, log_seq = d.log_seq + 1
        FROM card WHERE d.id = card.id
        RETURNING d.id, d.log_seq, CASE WHEN d.id IN (SELECT id FROM shown) THEN 'delivered' ELSE 'collapsed' END AS result
      ), logged AS (
        INSERT INTO attempts (id, seq, provider, result) SELECT id, log_seq, 'inbox', result FROM moved ORDER BY id
      ), over AS (
        DELETE FROM work w USING moved WHERE w.delivery_id = moved.id AND w.delivery_id = ANY(${ids}::uuid[])
      ), told AS (
        SELECT pg_notify(${INBOX_CHANNEL}, person::text) FROM (SELECT DISTINCT person FROM shown) people
      )
      SELECT id FROM moved WHERE (SELECT count(*) FROM told) >= 0`,
  );
  return new Set(rows.map((row) => row.id));
};
