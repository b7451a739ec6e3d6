import { type SqlOrTx, toIso } from '../client.js';

/** Codes and numbers; no person. */
export type IncidentDetail = Readonly<Record<string, string | number | boolean>>;

/** What is wrong with what: `rule` names the kind, `subject` the provider, lane or the like. */
export interface IncidentKey {
  readonly rule: string;
  readonly subject: string;
}

/**
 * Opens an incident unless it is open already, and logs it in the same statement. True only for the one who opened it, of
 * however many see the same trouble at the same time.
 */
export const openIncident = async (
  sql: SqlOrTx,
  { rule, subject, detail, actor }: IncidentKey & { detail: IncidentDetail; actor: string },
): Promise<boolean> => {
  const rows = await sql`
    WITH opened AS (
      INSERT INTO incidents (rule, subject, detail) VALUES (${rule}, ${subject}, ${JSON.stringify(detail)}::text::jsonb)
      ON CONFLICT (rule, subject) WHERE closed_at IS NULL DO NOTHING RETURNING rule, subject, detail
    ), logged AS (
      INSERT INTO audit_log (actor, action, subject, detail)
      SELECT ${actor}, 'incident.open', rule || ' ' || subject, detail FROM opened
    )
    SELECT FROM opened`;
  return rows.length > 0;
};

/** Closes an open incident and logs it in the same statement. True only for the one who closed it. */
export const closeIncident = async (
  sql: SqlOrTx,
  { rule, subject, actor }: IncidentKey & { actor: string },
): Promise<boolean> => {
  const rows = await sql`
    WITH closed AS (
      UPDATE incidents SET closed_at = clock_timestamp() WHERE rule = ${rule} AND subject = ${subject} AND closed_at IS NULL
      RETURNING rule, subject
    ), logged AS (
      INSERT INTO audit_log (actor, action, subject) SELECT ${actor}, 'incident.close', rule || ' ' || subject FROM closed
    )
    SELECT FROM closed`;
  return rows.length > 0;
};

/**
 * Writes down that something is so right now: opens the incident, or says of the open one that it goes on. True only for the one
 * who opened it.
 */
export const noticeIncident = async (
  sql: SqlOrTx,
  notice: IncidentKey & { detail: IncidentDetail; actor: string },
): Promise<boolean> => {
  const { rule, subject } = notice;
  const rows = await sql`
    UPDATE incidents SET seen_at = clock_timestamp() WHERE rule = ${rule} AND subject = ${subject} AND closed_at IS NULL
    RETURNING n`;
  return rows.length === 0 && openIncident(sql, notice);
};

/** For how many seconds nobody has seen what these rules' open incidents are about. */
export const readNotices = (sql: SqlOrTx, rules: readonly string[]): Promise<(IncidentKey & { seconds: number })[]> =>
  sql<{ rule: string; subject: string; seconds: number }[]>`
    SELECT rule, subject, extract(epoch FROM clock_timestamp() - seen_at)::float8 AS seconds FROM incidents
    WHERE closed_at IS NULL AND rule = ANY(${rules as string[]}::text[])`.then((rows) => [...rows]);

/** The incidents that are open, oldest first. */
export const listOpenIncidents = (sql: SqlOrTx): Promise<IncidentKey[]> =>
  sql<{ rule: string; subject: string }[]>`
    SELECT rule, subject FROM incidents WHERE closed_at IS NULL ORDER BY n`.then((rows) => [...rows]);

export interface UntoldIncident extends IncidentKey {
  readonly n: string;
  readonly detail: IncidentDetail;
  readonly openedAt: string;
  /** Null while it is open. */
  readonly closedAt: string | null;
  /** Whether the opening was told before: then only the recovery is news. */
  readonly openingTold: boolean;
}

/**
 * The one untold incident whose turn it is, taken for `leaseMs`; undefined if there is none, or while the chat has to be
 * left alone: as long as any waits for its time, all do. So the fleet tells one after the other, each once, and a
 * Retry-After holds for everybody. No lock is held while the chat is called: who dies then is followed when the lease ends.
 */
export const untoldIncident = async (sql: SqlOrTx, leaseMs: number): Promise<UntoldIncident | undefined> => {
  const [row] = await sql<(Omit<UntoldIncident, 'openedAt'> & { openedAt: string })[]>`
    WITH next AS MATERIALIZED (
      SELECT n FROM incidents
      WHERE (told_at IS NULL OR (closed_at IS NOT NULL AND told_closed_at IS NULL)) AND tell_at <= statement_timestamp()
        AND NOT EXISTS (
          SELECT FROM incidents w WHERE (w.told_at IS NULL OR (w.closed_at IS NOT NULL AND w.told_closed_at IS NULL))
            AND w.tell_at > statement_timestamp())
      ORDER BY tell_at, n LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE incidents i SET tell_at = clock_timestamp() + ${leaseMs} * interval '1 ms' FROM next WHERE i.n = next.n
    RETURNING i.n::text, i.rule, i.subject, i.detail, i.opened_at AS "openedAt", i.closed_at AS "closedAt",
      i.told_at IS NOT NULL AS "openingTold"`;
  return row && { ...row, openedAt: toIso(row.openedAt) as string, closedAt: toIso(row.closedAt) };
};

/** The chat took it: the opening, and the recovery too if the incident was closed when it was read. */
export const markTold = async (sql: SqlOrTx, told: Pick<UntoldIncident, 'n' | 'closedAt'>): Promise<void> => {
  await sql`
    UPDATE incidents SET told_at = coalesce(told_at, clock_timestamp()), tell_at = clock_timestamp(),
      told_closed_at = CASE WHEN ${told.closedAt !== null} THEN clock_timestamp() END
    WHERE n = ${told.n}`;
};

/** The chat did not take it: it is told again, and the others with it, when `waitMs` are over. */
export const tellLater = async (sql: SqlOrTx, n: string, waitMs: number): Promise<void> => {
  await sql`UPDATE incidents SET tell_at = clock_timestamp() + ${waitMs} * interval '1 ms' WHERE n = ${n}`;
};
