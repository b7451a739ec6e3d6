import { type ApiKey, audit, createApiKey, listApiKeys, revokeApiKey, type Scope } from '@crier/db';
import { ConfigError } from '@crier/runtime';
import { asTable, type Column } from '../as-table.js';
import type { CliDeps, ExitStatus } from '../cli-deps.js';
import { databaseTarget } from '../targets.js';
import { withDatabase } from '../with-database.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export interface NewKey {
  readonly name: string;
  readonly source: string;
  readonly mode: 'live' | 'test';
  readonly scopes: readonly Scope[];
  readonly json?: boolean;
}

/** `crier keys create`: the secret is shown here and never again; what is kept is its hash. */
export const createKeyCommand = async (deps: CliDeps, { json, ...wanted }: NewKey): Promise<ExitStatus> =>
  withDatabase<ExitStatus>(databaseTarget(deps), async ({ sql }) => {
    const { key, secret } = await createApiKey(sql, wanted);
    const { source, mode } = key;
    // Before the secret is shown: a key that nobody could write down is worth nothing.
    await audit(sql, { actor: deps.actor, action: 'api_key.create', subject: key.id, detail: { source, mode } });
    if (json) deps.out(JSON.stringify({ ...key, secret }));
    else {
      deps.out(`Key ${key.id} (${key.mode}, source ${key.source}, scopes ${key.scopes.join(',')}):\n\n  ${secret}\n`);
      deps.out('Store it now: it is not shown again.');
    }
    return 0;
  });

const COLUMNS: readonly Column<ApiKey>[] = [
  { title: 'ID', of: (key) => key.id },
  { title: 'NAME', of: (key) => key.name },
  { title: 'SOURCE', of: (key) => key.source },
  { title: 'MODE', of: (key) => key.mode },
  { title: 'SCOPES', of: (key) => key.scopes.join(',') },
  { title: 'CREATED', of: (key) => key.createdAt },
  { title: 'REVOKED', of: (key) => key.revokedAt ?? '-' },
];

/** `crier keys list`: every key, newest first, revoked ones too; no secrets, since none are kept. */
export const listKeysCommand = async (deps: CliDeps, options: { json?: boolean }): Promise<ExitStatus> =>
  withDatabase<ExitStatus>(databaseTarget(deps), async ({ sql }) => {
    const keys = await listApiKeys(sql);
    if (options.json) deps.out(JSON.stringify(keys));
    else deps.out(keys.length === 0 ? 'There are no keys yet: crier keys create' : asTable(COLUMNS, keys));
    return 0;
  });

/** `crier keys revoke`: intake refuses the key within seconds. */
export const revokeKeyCommand = async (deps: CliDeps, id: string, options: { json?: boolean }): Promise<ExitStatus> =>
  withDatabase<ExitStatus>(databaseTarget(deps), async ({ sql }) => {
    const key = UUID.test(id) ? await revokeApiKey(sql, id) : undefined;
    if (key === undefined)
      throw new ConfigError(`no key ${id} is in force: it does not exist or was revoked before (crier keys list)`);
    await audit(sql, { actor: deps.actor, action: 'api_key.revoke', subject: key.id, detail: { source: key.source } });
    deps.out(
      options.json ? JSON.stringify(key) : `Key ${key.id} (${key.name}) is revoked; intake refuses it within 5 s.`,
    );
    return 0;
  });
