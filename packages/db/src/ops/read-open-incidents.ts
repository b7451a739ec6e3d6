import { type SqlOrTx, toIso } from '../client.js';
import type { IncidentDetail, IncidentKey } from './incidents.js';

export interface OpenIncident extends IncidentKey {
  readonly detail: IncidentDetail;
  readonly openedAt: string;
}

/** The incidents that are open with since when and what was measured, oldest first: for people to look at. */
export const readOpenIncidents = async (sql: SqlOrTx): Promise<OpenIncident[]> => {
  const rows = await sql<(OpenIncident & { openedAt: string })[]>`
    SELECT rule, subject, detail, opened_at AS "openedAt" FROM incidents WHERE closed_at IS NULL ORDER BY n`;
  return rows.map((row) => ({ ...row, openedAt: toIso(row.openedAt) as string }));
};
