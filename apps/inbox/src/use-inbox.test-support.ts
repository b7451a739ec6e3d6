import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSql, ensurePeople, type InboxItem, type Sql } from '@crier/db';
import { createFileStore, type DocumentStore } from '@crier/documents';
import { inboxSubject, METRICS, signLink } from '@crier/domain';
import { type Clock, createLogger, createMetrics, type Listening, listen, systemClock } from '@crier/runtime';
import { loadTypes } from '@crier/templates';
import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createInbox, type InboxOptions } from './create-inbox.js';
import { type CardSeed, seedCards } from './seed-cards.test-support.js';
import { choicesOf } from './settings-of-inbox.js';

const TEMPLATES = fileURLToPath(new URL('../../../templates', import.meta.url));
export const SECRETS = ['first secret', 'second secret'];

/** Whatever the API answers: the tests say which of it they look at. */
interface Answer extends InboxItem {
  readonly items: readonly InboxItem[];
  readonly next: string | null;
  readonly count: number;
  readonly seen: number;
}

interface Call {
  readonly method?: string;
  /** A token. */
  readonly as?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | URLSearchParams | FormData;
}

/** An inbox app of its own for a test file, listening, over a real PostgreSQL that is emptied before each test. */
export const useInbox = (options: Partial<InboxOptions> & { listenUrl?: (url: string) => Promise<string> } = {}) => {
  let database: TestDatabase;
  let sql: Sql;
  let directSql: Sql;
  let inbox: Awaited<ReturnType<typeof createInbox>>;
  let server: Listening;
  let folder: string;
  let documents: DocumentStore;
  let offsetMs = 0;
  const clock: Clock = { ...systemClock, nowMs: () => systemClock.nowMs() + offsetMs };

  beforeAll(async () => {
    database = await testDatabase();
    sql = createSql({ url: database.url, max: 6, app: 'inbox-test', genericPlans: true });
    const directUrl = (await options.listenUrl?.(database.url)) ?? database.url;
    directSql = createSql({ url: directUrl, max: 1, app: 'inbox-test-listen' });
    folder = await mkdtemp(join(tmpdir(), 'inbox-documents-'));
    documents = createFileStore(folder, systemClock.newToken);
    const choices = choicesOf(await loadTypes(TEMPLATES));
    inbox = await createInbox({
      sql,
      directSql,
      secrets: SECRETS,
      publicUrl: 'http://127.0.0.1:3002',
      allowedOrigins: ['https://erp.example.com'],
      choices: () => choices,
      documents,
      demo: true,
      clock,
      log: createLogger({ name: 'inbox', level: 'silent' }),
      metrics: createMetrics(METRICS, { region: '', app: 'inbox' }),
      ...options,
    });
    server = await listen(inbox.app, { host: '127.0.0.1', port: 0, variable: 'INBOX_PORT' });
  });
  beforeEach(async () => {
    offsetMs = 0;
    await sql`TRUNCATE inbox_items, preferences, preference_changes`;
  });
  afterAll(async () => {
    await inbox.close();
    await server.close(500);
    await Promise.all([sql.end({ timeout: 1 }), directSql.end({ timeout: 1 })]);
    await Promise.all([database.drop(), rm(folder, { recursive: true })]);
  });

  const call = (path: string, { method = 'GET', as, headers = {}, body }: Call = {}): Promise<Response> =>
    fetch(`${server.url}${path}`, {
      method,
      redirect: 'manual',
      headers: { ...(as === undefined ? {} : { authorization: `Bearer ${as}` }), ...headers },
      ...(body === undefined ? {} : { body }),
    });
  const personOf = async (recipient: string): Promise<number> =>
    (await ensurePeople(sql, [recipient])).get(recipient) as number;

  return {
    call,
    url: () => server.url,
    sql: () => sql,
    documents: () => documents,
    /** Where the documents lie. */
    folder: () => folder,
    streams: () => inbox.streams(),
    /** Ends the streams as a drain does. */
    drain: () => inbox.close(),
    personOf,
    /** Lets the app's clock run ahead. */
    passMs: (ms: number) => {
      offsetMs += ms;
    },
    token: async (recipient = 'u-1', ttlMs = 3_600_000): Promise<string> => {
      const subject = inboxSubject(await personOf(recipient));
      return signLink(SECRETS, { purpose: 'inbox', subject, expiresAtMs: clock.nowMs() + ttlMs });
    },
    json: async (path: string, how: Call = {}) => (await call(path, how)).json() as Promise<Answer>,
    cards: (...seeds: readonly CardSeed[]) => seedCards(sql, seeds),
    card: async (seed: CardSeed = {}): Promise<string> => (await seedCards(sql, [seed]))[0] as string,
  };
};
