import { randomBytes } from 'node:crypto';
import type { Sql } from '@crier/db';
import { type Channel, type DeliveryState, isTerminal, type Lane, rowId } from '@crier/domain';

export interface Seed {
  readonly state: DeliveryState;
  readonly reason?: string;
  readonly channel?: Channel;
  readonly lane?: Lane;
}

/** Puts deliveries into the record as the sender would have left them, and returns their ids. A dead one has its dead letter. */
export const seedDeliveries = async (sql: Sql, count: number, seed: Seed): Promise<string[]> => {
  const { state, reason = null, channel = 'email', lane = 'critical' } = seed;
  const digest = randomBytes(32);
  const eventId = rowId(Date.now(), digest, digest);
  const ids = Array.from({ length: count }, () => rowId(Date.now(), digest, randomBytes(32)));
  const attempts = state === 'dead' ? 6 : 1;
  await sql`
    INSERT INTO deliveries (id, event_id, digest, channel, lane, person, address, locale, timezone, state, reason, attempts)
    SELECT id, ${eventId}, ${digest}, ${channel}, ${lane}, 1, 'asha@example.com', 'en', 'UTC', ${state}, ${reason}, ${attempts}
    FROM unnest(${ids}::uuid[]) AS g(id)`;
  if (state === 'dead')
    await sql`INSERT INTO dead_letters (delivery_id, event_id, reason) SELECT id, ${eventId}, ${reason} FROM unnest(${ids}::uuid[]) AS g(id)`;
  if (!isTerminal(state))
    await sql`INSERT INTO work (delivery_id, channel, lane) SELECT id, ${channel}, ${lane} FROM unnest(${ids}::uuid[]) AS g(id)`;
  return ids;
};

/** One of them. */
export const seedDelivery = async (sql: Sql, seed: Seed): Promise<string> => {
  const [id] = await seedDeliveries(sql, 1, seed);
  if (id === undefined) throw new Error('nothing was seeded');
  return id;
};
