import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSql, type Sql } from '@crier/db';
import { createRedis, type Redis } from '@crier/queue';
import { testDatabase, testRedis, until } from '@crier/testkit';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const KEY = 'crier-dev-key';

// biome-ignore lint/suspicious/noExplicitAny: tests look at answers field by field
type Json = any;

/** The whole product, started as `npm start` starts it, on a database and a Redis of its own and on free ports. */
export interface Crier {
  readonly urls: { readonly [app in 'intake' | 'callbacks' | 'inbox' | 'sandbox' | 'board']: string };
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly sql: Sql;
  readonly redis: Redis;
  pid(app: string): number;
  post(event: unknown): Promise<{ status: number; json: Json }>;
  event(id: string): Promise<Json>;
  get(path: string): Promise<{ status: number; json: Json }>;
  put(path: string, body: unknown): Promise<{ status: number; json: Json }>;
  /** Any call to intake. */
  call(method: string, path: string, body?: unknown): Promise<{ status: number; json: Json }>;
  /** Any call to the sandbox's controls. */
  sandbox(method: string, path: string, body?: unknown): Promise<{ status: number; json: Json }>;
  /** What the person finds in their inbox. */
  inbox(recipientId: string): Promise<Json>;
  /** A page of the board, as the operator sees it. */
  page(path: string): Promise<string>;
  fault(fault: Record<string, unknown>): Promise<void>;
  faults(): Promise<Json[]>;
  clearFaults(): Promise<void>;
  /** How the sandbox calls back from now on. */
  callBack(settings: Record<string, unknown>): Promise<void>;
  counts(): Promise<{ total: number; keys: number; duplicates: { key: string; count: number }[] }>;
  messages(query: string): Promise<{ total: number; messages: Json[] }>;
  /** Waits until every delivery of the event is in one of these states. */
  /** Waits until the event is routed and its deliveries are as they should be. */
  settledBy(id: string, done: (deliveries: readonly Json[]) => boolean, timeoutMs?: number): Promise<Json>;
  settled(id: string, states: readonly string[], timeoutMs?: number): Promise<Json>;
  /** Copies at the provider beyond the first that the record does not admit. */
  unexplained(eventIds: readonly string[]): Promise<{ key: string; count: number }[]>;
  output(): string;
  stop(): Promise<number | null>;
}

const waitForLine = (child: ChildProcess, line: string, output: () => string): Promise<void> =>
  new Promise((resolve, reject) => {
    child.stdout?.on('data', () => output().includes(line) && resolve());
    child.once('exit', (code) => reject(new Error(`crier ended with ${code} before "${line}":\n${output()}`)));
  });

const boardPage = async (board: string, path: string): Promise<string> => {
  const form = new URLSearchParams({ user: 'admin', password: 'admin' });
  const { headers } = await fetch(`${board}/login`, { method: 'POST', body: form, redirect: 'manual' });
  const cookie = headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  return (await fetch(`${board}${path}`, { headers: { cookie, accept: 'text/html' } })).text();
};

/**
 * Starts it; `processes` gives each app a process of its own. The sandbox calls back only if `callbacks` is true: without,
 * what was accepted stays so.
 */
export const startCrier = async (
  options: { processes?: boolean; callbacks?: boolean; env?: Record<string, string> } = {},
): Promise<Crier> => {
  const [database, ownRedis] = await Promise.all([testDatabase(), testRedis()]);
  const data = mkdtempSync(join(tmpdir(), 'crier-e2e-'));
  const names = ['INTAKE', 'CALLBACKS', 'INBOX', 'BOARD', 'SANDBOX', 'SANDBOX_APNS', 'SANDBOX_SMTP', 'HEALTH'];
  const ports = Object.fromEntries(names.map((name) => [`${name}_PORT`, '0']));
  const child = spawn(
    process.execPath,
    ['apps/standalone/dist/main.js', '--data', data, ...(options.processes ? ['--processes'] : [])],
    {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH ?? '',
        DATABASE_URL: database.url,
        REDIS_URL: ownRedis.url,
        LOG_LEVEL: 'warn',
        ...ports,
        ...options.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  await waitForLine(child, 'crier ready', () => text);
  const run = () =>
    JSON.parse(readFileSync(join(data, 'run.json'), 'utf8')) as { urls: Crier['urls']; pids: Record<string, number> };
  const { urls } = run();
  const sql = createSql({ url: database.url, max: 2, app: 'e2e' });
  const redis = createRedis({ url: ownRedis.url, role: 'consumer', onError: () => {} });

  const call = async (url: string, init: RequestInit = {}) => {
    const response = await fetch(url, {
      ...init,
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    });
    const body = await response.text();
    return { status: response.status, json: body === '' ? undefined : (JSON.parse(body) as Json) };
  };
  const send = (url: string, method: string, body?: unknown) =>
    call(url, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const event = async (id: string) => (await call(`${urls.intake}/v1/events/${id}?limit=1000`)).json;
  if (!options.callbacks) await call(`${urls.sandbox}/sandbox/callbacks`, { method: 'DELETE' });
  return {
    urls,
    databaseUrl: database.url,
    redisUrl: ownRedis.url,
    sql,
    redis,
    pid: (app) => run().pids[app] ?? 0,
    post: (body) => call(`${urls.intake}/v1/events`, { method: 'POST', body: JSON.stringify(body) }),
    event,
    get: (path) => call(`${urls.intake}${path}`),
    put: (path, body) => send(`${urls.intake}${path}`, 'PUT', body),
    call: (method, path, body) => send(`${urls.intake}${path}`, method, body),
    sandbox: (method, path, body) => send(`${urls.sandbox}${path}`, method, body),
    inbox: async (recipientId) => {
      const { json } = await send(`${urls.intake}/v1/recipients/${recipientId}/inbox-token`, 'POST', {});
      const answer = await fetch(`${urls.inbox}/v1/inbox`, { headers: { authorization: `Bearer ${json.token}` } });
      return answer.json();
    },
    page: (path) => boardPage(urls.board, path),
    fault: async (fault) => {
      const { status, json } = await call(`${urls.sandbox}/sandbox/faults`, {
        method: 'POST',
        body: JSON.stringify(fault),
      });
      if (status !== 201) throw new Error(`the sandbox refused the fault: ${JSON.stringify(json)}`);
    },
    faults: async () => (await call(`${urls.sandbox}/sandbox/faults`)).json.faults,
    clearFaults: async () => void (await call(`${urls.sandbox}/sandbox/faults`, { method: 'DELETE' })),
    callBack: async (settings) => {
      const { status, json } = await call(`${urls.sandbox}/sandbox/callbacks`, {
        method: 'POST',
        body: JSON.stringify(settings),
      });
      if (status !== 200) throw new Error(`the sandbox refused the callbacks: ${JSON.stringify(json)}`);
    },
    counts: async () => (await call(`${urls.sandbox}/sandbox/counts?by=key`)).json,
    messages: async (query) => (await call(`${urls.sandbox}/sandbox/messages?${query}`)).json,
    settledBy: (id, done, timeoutMs = 20_000) =>
      until(
        async () => {
          const now = await event(id);
          return now.status === 'routed' && done(now.deliveries) ? now : undefined;
        },
        { what: `the deliveries of ${id} to be as they should`, timeoutMs },
      ),
    settled: (id, states, timeoutMs = 20_000) =>
      until(
        async () => {
          const now = await event(id);
          const found = Object.keys(now.counts ?? {});
          // The counts and the list are two looks: the list may be the older one.
          const seen = [...found, ...now.deliveries.map(({ state }: Json) => state)];
          return now.status === 'routed' && found.length > 0 && seen.every((state) => states.includes(state))
            ? now
            : undefined;
        },
        { what: `every delivery of ${id} to be ${states.join(' or ')}`, timeoutMs },
      ),
    unexplained: async (eventIds) => {
      const rows = await sql<{ id: string; resends: number }[]>`
        SELECT id, resends FROM deliveries WHERE event_id = ANY(${eventIds as string[]}::uuid[])`;
      const admitted = new Map(rows.map((row) => [row.id.replaceAll('-', ''), row.resends]));
      const { duplicates } = (await call(`${urls.sandbox}/sandbox/counts?by=key`)).json as Awaited<
        ReturnType<Crier['counts']>
      >;
      return duplicates.filter(({ key, count }) => admitted.has(key) && count > 1 + (admitted.get(key) ?? 0));
    },
    output: () => text,
    stop: async () => {
      const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
      if (child.exitCode === null) child.kill('SIGTERM');
      const code = child.exitCode ?? (await ended);
      redis.disconnect();
      await sql.end({ timeout: 1 });
      await Promise.all([ownRedis.stop(), database.drop()]);
      rmSync(data, { recursive: true, force: true });
      return code;
    },
  };
};

export const example = (type: string): Json => JSON.parse(readFileSync(join(ROOT, 'examples', `${type}.json`), 'utf8'));

let n = 0;
/** The example purchase order as a new event for these recipients. */
export const order = (recipients: readonly unknown[], over: Record<string, unknown> = {}): Json => {
  const base = example('purchase_order.approved');
  const entity = { ...base.entity, id: `PO-${process.pid}-${n++}` };
  return { ...base, entity, occurredAt: new Date().toISOString(), recipients, ...over };
};

export const person = (id: string, over: Record<string, unknown> = {}) => ({
  id,
  name: `Person ${id}`,
  email: `${id}@example.com`,
  ...over,
});
