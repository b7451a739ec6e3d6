import type { PushKind, PushRegistration } from '@crier/domain';
import type { Sql, SqlOrTx } from '../client.js';

export interface StoredPushToken {
  readonly kind: PushKind;
  /** For `openSeal`. */
  readonly sealed: Buffer;
}

/**
 * Keeps a device's token, sealed. The same device again keeps its id and counts as registered now, which lifts what had called
 * it unregistered; one that belonged to somebody else gets a new id, so that what still waits for that person never appears
 * on it. Undefined, and nothing written, if the person was erased.
 */
export const registerPushToken = (
  sql: Sql,
  person: number,
  { kind, hash, sealed }: Pick<PushRegistration, 'kind' | 'hash'> & { readonly sealed: Buffer },
): Promise<{ id: string; created: boolean } | undefined> =>
  sql.begin(async (tx) => {
    const [known] = await tx`SELECT FROM people WHERE n = ${person} AND external_id IS NOT NULL FOR KEY SHARE`;
    if (known === undefined) return undefined;
    const [token] = await tx<{ id: string; created: boolean }[]>`
      INSERT INTO push_tokens AS t (person, kind, token_hash, sealed, created_at, registered_at)
      SELECT ${person}::int, ${kind}, ${hash}::bytea, ${sealed}::bytea, at, at FROM (SELECT clock_timestamp() AS at) AS clock
      ON CONFLICT (kind, token_hash) DO UPDATE SET
        id = CASE WHEN t.person = excluded.person THEN t.id ELSE gen_random_uuid() END,
        created_at = CASE WHEN t.person = excluded.person THEN t.created_at ELSE excluded.created_at END,
        person = excluded.person, sealed = excluded.sealed, registered_at = excluded.registered_at
      RETURNING id, created_at = registered_at AS created`;
    if (token === undefined) throw new Error('the token was not stored');
    await tx`
      UPDATE suppressions SET lifted_at = clock_timestamp(), lifted_by = 'registration'
      WHERE channel = 'push' AND address = ${`${kind}:${token.id}`} AND reason = 'unregistered' AND lifted_at IS NULL`;
    return token;
  });

/** Forgets a device of this person. False if the person, by their external id, has no such device. */
export const deletePushToken = async (sql: SqlOrTx, externalId: string, id: string): Promise<boolean> => {
  const gone = await sql`
    DELETE FROM push_tokens t USING people p WHERE p.external_id = ${externalId} AND t.person = p.n AND t.id = ${id}::uuid`;
  return gone.count > 0;
};

/** The devices with these ids, as far as they are still there. */
export const readPushTokens = async (sql: SqlOrTx, ids: readonly string[]): Promise<Map<string, StoredPushToken>> => {
  const rows = await sql<({ id: string } & StoredPushToken)[]>`
    SELECT id, kind, sealed FROM push_tokens WHERE id = ANY(${ids as string[]}::uuid[])`;
  return new Map(rows.map(({ id, kind, sealed }) => [id, { kind, sealed }]));
};
