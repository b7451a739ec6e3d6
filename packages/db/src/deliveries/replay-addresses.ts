import { addressFor, type Channel, isAddressed, type RecipientProfile } from '@crier/domain';
import type { SqlOrTx } from '../client.js';

type Row = { id: string; channel: Channel } & Record<'email' | 'phone' | 'whatsapp', string | null>;

const profileOf = ({ email, phone, whatsapp }: Row): RecipientProfile => ({
  ...(email === null ? {} : { email }),
  ...(phone === null ? {} : { phone }),
  ...(whatsapp === null ? {} : { whatsapp }),
});

/**
 * The directory's addresses, as they are now, of deliveries whose event names the recipient by id alone. A recipient
 * who came inline, or whose address is not usable now, is absent: such a delivery keeps the address it has.
 */
export const currentAddresses = async (sql: SqlOrTx, ids: readonly string[]): Promise<Map<string, string>> => {
  const rows = await sql<Row[]>`
    WITH asked AS MATERIALIZED (
      SELECT d.id, d.event_id, d.channel, q.external_id, r.email, r.phone, r.whatsapp
      FROM unnest(${ids as string[]}::uuid[]) AS g(id) JOIN deliveries d USING (id)
      JOIN people q ON q.n = d.person JOIN recipients r ON r.id = q.external_id
      WHERE d.state IN ('dead', 'bounced')
    ), named AS MATERIALIZED (
      SELECT p.id AS event_id, e.value #>> '{}' AS external_id
      FROM (SELECT DISTINCT event_id FROM asked) AS events JOIN event_payloads p ON p.id = events.event_id
      CROSS JOIN LATERAL jsonb_array_elements(p.body -> 'recipients') AS e(value)
      WHERE jsonb_typeof(e.value) = 'string'
    )
    SELECT DISTINCT a.id, a.channel, a.email, a.phone, a.whatsapp FROM asked a JOIN named USING (event_id, external_id)`;
  return new Map(
    rows.flatMap((row) => {
      const found = isAddressed(row.channel) ? addressFor(profileOf(row), row.channel) : 'none';
      return typeof found === 'string' ? [] : [[row.id, found.address] as const];
    }),
  );
};
