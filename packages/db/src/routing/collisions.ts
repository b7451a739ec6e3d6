import { byteaArray } from '../arrays.js';
import type { SqlOrTx } from '../client.js';
import { idSpan } from '../id-span.js';

/** Two different things under one id. Never to be taken for a duplicate: somebody would not get their message. */
export class IdCollision extends Error {
  override readonly name = 'IdCollision';
  constructor(readonly ids: readonly string[]) {
    super(`ids taken by another digest: ${ids.join(', ')}`);
  }
}

/** Throws IdCollision if one of these deliveries is stored under its id with another digest. */
export const assertNoCollision = async (
  sql: SqlOrTx,
  deliveries: readonly { id: string; digest: Buffer }[],
): Promise<void> => {
  if (deliveries.length === 0) return;
  const { from, to } = idSpan(deliveries.map((d) => d.id));
  const rows = await sql<{ id: string }[]>`
    SELECT d.id FROM unnest(${deliveries.map((d) => d.id)}::uuid[], ${byteaArray(
      sql,
      deliveries.map((d) => d.digest),
    )}::bytea[]) AS g(id, digest)
    JOIN deliveries d USING (id) WHERE d.id BETWEEN ${from} AND ${to} AND d.digest <> g.digest`;
  if (rows.length > 0) throw new IdCollision(rows.map((row) => row.id));
};
