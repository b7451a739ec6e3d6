import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, isNull, sql as raw } from 'drizzle-orm';
import { toIso } from '../client.js';
import { type Orm, plainly } from '../orm.js';
import { apiKeys } from '../schema/api-keys.js';

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

const shown = {
  id: apiKeys.id,
  name: apiKeys.name,
  source: apiKeys.source,
  mode: apiKeys.mode,
  scopes: apiKeys.scopes,
  createdAt: apiKeys.createdAt,
  revokedAt: apiKeys.revokedAt,
};
type Row = Pick<typeof apiKeys.$inferSelect, keyof typeof shown>;
const toKey = (row: Row): ApiKey => ({
  ...row,
  createdAt: toIso(row.createdAt) as string,
  revokedAt: toIso(row.revokedAt),
});

/** What is stored of a key. 256 random bits need no slow hash: there is no dictionary to try. */
export const hashApiKey = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Makes a key and returns its secret, which is never shown again. */
export const createApiKey = async (
  orm: Orm,
  key: { name: string; source: string; mode: 'live' | 'test'; scopes: readonly Scope[] },
): Promise<{ key: ApiKey; secret: string }> => {
  const secret = `crier_${key.mode}_${randomBytes(32).toString('base64url')}`;
  const [row] = await plainly(
    orm
      .insert(apiKeys)
      .values({ ...key, scopes: [...key.scopes], hash: hashApiKey(secret) })
      .returning(shown),
  );
  if (row === undefined) throw new Error('the key was not stored');
  return { key: toKey(row), secret };
};

/** All keys, newest first, revoked ones included. */
export const listApiKeys = async (orm: Orm): Promise<ApiKey[]> =>
  (await plainly(orm.select(shown).from(apiKeys).orderBy(desc(apiKeys.createdAt), apiKeys.id))).map(toKey);

/** Revokes a key by its id. Undefined if there is none, or it was revoked before. */
export const revokeApiKey = async (orm: Orm, id: string): Promise<ApiKey | undefined> => {
  const [row] = await plainly(
    orm
      .update(apiKeys)
      .set({ revokedAt: raw`now()` })
      .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
      .returning(shown),
  );
  return row && toKey(row);
};

/** The key with this hash, unless revoked. Looked up by hash, so that no secret is ever compared byte by byte. */
export const findApiKey = async (orm: Orm, hash: Buffer): Promise<ApiKey | undefined> => {
  const [row] = await plainly(
    orm
      .select(shown)
      .from(apiKeys)
      .where(and(eq(apiKeys.hash, hash), isNull(apiKeys.revokedAt))),
  );
  return row && toKey(row);
};
