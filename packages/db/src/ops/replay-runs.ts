import { type SqlOrTx, toIso } from '../client.js';

/** A replay that an operator has started. It is kept in the audit log alone: who, what, when, and how far it is. */
export interface ReplayRun {
  readonly n: string;
  readonly operator: string;
  /** As `writeTarget` writes it; several ids are only counted. */
  readonly subject: string;
  readonly startedAt: string;
  /** Dead letters that it was to look at. */
  readonly planned: number;
  /** Deliveries put back so far. */
  readonly replayed: number;
  /** Null while it runs, or when the board that ran it was stopped. */
  readonly finishedAt: string | null;
  /** When it last put something back; its start before that. */
  readonly lastAt: string;
  /** What it left out, by verdict. Empty until it has finished. */
  readonly left: Readonly<Record<string, number>>;
}

/** Writes down that a replay begins, and names it. `at` is as Postgres writes it, for comparing with it. */
export const beginReplayRun = async (
  sql: SqlOrTx,
  run: { operator: string; subject: string; planned: number },
): Promise<{ n: string; at: string }> => {
  const [row] = await sql<{ n: string; at: string }[]>`
    INSERT INTO audit_log (actor, action, subject, detail)
    VALUES (${run.operator}, 'replay_started', ${run.subject}, ${JSON.stringify({ planned: run.planned })}::text::jsonb)
    RETURNING n, at`;
  if (row === undefined) throw new Error('the audit log took nothing');
  return row;
};

/** Writes down that it has come to its end, with what was put back and what was left out. */
export const finishReplayRun = async (
  sql: SqlOrTx,
  run: { n: string; operator: string; replayed: number; left: Readonly<Record<string, number>> },
): Promise<void> => {
  const detail = JSON.stringify({ replayed: run.replayed, left: run.left });
  await sql`
    INSERT INTO audit_log (actor, action, subject, detail)
    VALUES (${run.operator}, 'replay_finished', ${run.n}, ${detail}::text::jsonb)`;
};

interface Row {
  readonly operator: string;
  readonly subject: string;
  readonly startedAt: string;
  readonly planned: number;
  readonly finishedAt: string | null;
  readonly detail: { replayed: number; left: Record<string, number> } | null;
}

/** What an unfinished run has put back, counted where it says so: in the audit log behind its start. */
const countSoFar = async (sql: SqlOrTx, n: string): Promise<{ replayed: number; lastAt: string | null }> => {
  const [row] = await sql<{ replayed: number; lastAt: string | null }[]>`
    SELECT count(*)::int AS replayed, max(at) AS "lastAt" FROM audit_log
    WHERE n > ${n} AND action = 'replay' AND detail ->> 'run' = ${n}`;
  return row ?? { replayed: 0, lastAt: null };
};

/** How far a run is, or undefined if there is none of this number. */
export const readReplayRun = async (sql: SqlOrTx, n: string): Promise<ReplayRun | undefined> => {
  const [row] = await sql<Row[]>`
    SELECT s.actor AS operator, s.subject, s.at AS "startedAt", (s.detail ->> 'planned')::int AS planned,
           f.at AS "finishedAt", f.detail
    FROM audit_log s
    LEFT JOIN LATERAL (
      SELECT at, detail FROM audit_log WHERE n > s.n AND action = 'replay_finished' AND subject = s.n::text ORDER BY n LIMIT 1
    ) f ON true
    WHERE s.n = ${n} AND s.action = 'replay_started'`;
  if (row === undefined) return undefined;
  const { detail, ...run } = row;
  const soFar = detail === null ? await countSoFar(sql, n) : { replayed: detail.replayed, lastAt: run.finishedAt };
  return {
    ...run,
    n,
    replayed: soFar.replayed,
    left: detail?.left ?? {},
    startedAt: toIso(run.startedAt) as string,
    finishedAt: toIso(run.finishedAt),
    lastAt: toIso(soFar.lastAt ?? run.startedAt) as string,
  };
};
