import { type SqlOrTx, toIso } from '../client.js';

/** A card as people see it (contract, "HTTP: inbox"). */
export interface InboxItem {
  /** The delivery shown. */
  readonly id: string;
  /** The same for every version of what it tells: a newer one takes the place of an older. */
  readonly card: string;
  readonly type: string;
  readonly entity: { readonly type: string; readonly id: string; readonly version: number | null };
  readonly title: string;
  readonly body: string;
  readonly url: string | null;
  readonly renderedAt: string;
  readonly seenAt: string | null;
  readonly readAt: string | null;
  readonly archivedAt: string | null;
  /** Grows with everything that happens in this inbox: of two readings of a card the higher is the newer. */
  readonly change: number;
}

export interface ItemRow {
  readonly id: string;
  readonly card: string;
  readonly type: string;
  readonly entityType: string;
  readonly entityId: string;
  readonly entityVersion: string | null;
  readonly title: string;
  readonly body: string;
  readonly url: string | null;
  readonly renderedAt: string;
  readonly seenAt: string | null;
  readonly readAt: string | null;
  readonly archivedAt: string | null;
  readonly change: string;
}

/** The columns of an ItemRow, of a table or CTE called `i`. */
export const itemColumns = (sql: SqlOrTx) => sql`
  i.id, i.collapse_key AS card, i.type, i.entity_type AS "entityType", i.entity_id AS "entityId",
  i.entity_version AS "entityVersion", i.title, i.body, i.url, i.rendered_at AS "renderedAt", i.seen_at AS "seenAt",
  i.read_at AS "readAt", i.archived_at AS "archivedAt", i.change`;

export const toItem = (row: ItemRow): InboxItem => ({
  id: row.id,
  card: row.card,
  type: row.type,
  entity: {
    type: row.entityType,
    id: row.entityId,
    version: row.entityVersion === null ? null : Number(row.entityVersion),
  },
  title: row.title,
  body: row.body,
  url: row.url,
  renderedAt: toIso(row.renderedAt) as string,
  seenAt: toIso(row.seenAt),
  readAt: toIso(row.readAt),
  archivedAt: toIso(row.archivedAt),
  change: Number(row.change),
});
