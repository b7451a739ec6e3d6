import type { SqlOrTx } from '../client.js';

/** Writes one line of the audit log: who did what to what. `detail` carries ids and codes, no person. */
export const audit = async (
  sql: SqlOrTx,
  entry: {
    actor: string;
    action: string;
    subject: string;
    detail?: Readonly<Record<string, string | number | boolean>>;
  },
): Promise<void> => {
  await sql`INSERT INTO audit_log (actor, action, subject, detail)
            VALUES (${entry.actor}, ${entry.action}, ${entry.subject}, ${JSON.stringify(entry.detail ?? {})}::text::jsonb)`;
};
