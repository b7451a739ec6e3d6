import { createHash, randomBytes } from 'node:crypto';
import { type SqlOrTx, toIso } from '../client.js';

export const SCOPES = ['events', 'directory', 'read'] as const;
export type Scope = (typeof SCOPES)[number];

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly source: string;
  readonly mode: 'live' | 'test';
  readonly scopes: readonly string[];
  readonly createdAt: string;
  readonly revokedAt: string | null;
}

/** All but the hash. */
const shown = (sql: SqlOrTx) =>
  sql`id, name, source, mode, scopes, created_at AS "createdAt", revoked_at AS "revokedAt"`;

const toKey = (row: ApiKey): ApiKey => ({
  ...row,
  createdAt: toIso(row.createdAt) as string,
  revokedAt: toIso(row.revokedAt),
});

/** What is stored of a key. 256 random bits need no slow hash: there is no dictionary to try. */
export const hashApiKey = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Makes a key and returns its secret, which is never shown again. */
export const createApiKey = async (
  sql: SqlOrTx,
  { name, source, mode, scopes }: { name: string; source: string; mode: 'live' | 'test'; scopes: readonly Scope[] },
): Promise<{ key: ApiKey; secret: string }> => {
  const secret = `crier_${mode}_${randomBytes(32).toString('base64url')}`;
  const [row] = await sql<[ApiKey]>`
    INSERT INTO api_keys (name, source, mode, scopes, hash)
    VALUES (${name}, ${source}, ${mode}, ${[...scopes]}::text[], ${hashApiKey(secret)}) RETURNING ${shown(sql)}`;
  return { key: toKey(row), secret };
};

/** All keys, newest first, revoked ones included. */
export const listApiKeys = async (sql: SqlOrTx): Promise<ApiKey[]> =>
  (await sql<ApiKey[]>`SELECT ${shown(sql)} FROM api_keys ORDER BY created_at DESC, id`).map(toKey);

/** Revokes a key by its id. Undefined if there is none, or it was revoked before. */
export const revokeApiKey = async (sql: SqlOrTx, id: string): Promise<ApiKey | undefined> => {
  const [row] = await sql<ApiKey[]>`
    UPDATE api_keys SET revoked_at = now() WHERE id = ${id} AND revoked_at IS NULL RETURNING ${shown(sql)}`;
  return row && toKey(row);
};

/** The key with this hash, unless revoked. Looked up by hash, so that no secret is ever compared byte by byte. */
export const findApiKey = async (sql: SqlOrTx, hash: Buffer): Promise<ApiKey | undefined> => {
  const [row] = await sql<ApiKey[]>`SELECT ${shown(sql)} FROM api_keys WHERE hash = ${hash} AND revoked_at IS NULL`;
  return row && toKey(row);
};
