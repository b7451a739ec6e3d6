import { canonicalEmail, canonicalPhone } from '@crier/domain';
import { type SqlOrTx, toIso } from '../client.js';

/** A standing suppression as the API shows it. */
export interface StandingSuppression {
  readonly id: string;
  readonly channel: string;
  readonly address: string;
  readonly reason: string;
  readonly provider: string | null;
  readonly code: string | null;
  readonly deliveryId: string | null;
  readonly evidenceAt: string;
  readonly createdAt: string;
}

/** What stands against an address, in whatever spelling: an email, a phone number, `fcm:<id>`. Newest first; lifted ones are not in it. */
export const listSuppressions = async (sql: SqlOrTx, address: string): Promise<StandingSuppression[]> => {
  const spellings = [address.trim(), canonicalEmail(address), canonicalPhone(address)].flatMap((text) => text ?? []);
  const rows = await sql<StandingSuppression[]>`
    SELECT id, channel, address, reason, provider, code, delivery_id AS "deliveryId", evidence_at AS "evidenceAt",
           created_at AS "createdAt"
    FROM suppressions WHERE address = ANY(${spellings}::text[]) AND lifted_at IS NULL ORDER BY created_at DESC, id`;
  return rows.map((row) => ({
    ...row,
    evidenceAt: toIso(row.evidenceAt) as string,
    createdAt: toIso(row.createdAt) as string,
  }));
};
