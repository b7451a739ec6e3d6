import { fileURLToPath } from 'node:url';
import { createSql, type Sql } from '@crier/db';
import { MAX_REPLAYS, METRICS, REDRIVE } from '@crier/domain';
import { createQueues, createRedis, type Queues, type Redis } from '@crier/queue';
import { type Clock, createLogger, createMetrics, type Listening, listen, systemClock } from '@crier/runtime';
import { loadTypes, type TypeCatalog } from '@crier/templates';
import { type TestDatabase, type TestRedis, testDatabase, testRedis } from '@crier/testkit';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type BoardOptions, createBoard } from './create-board.js';
import { failJobs } from './fail-jobs.test-support.js';
import { type LetterSeed, seedLetters } from './seed-letters.test-support.js';

const TEMPLATES = fileURLToPath(new URL('../../../templates', import.meta.url));

export const OPERATOR = { name: 'olga', password: 'correct horse', role: 'operator' } as const;
export const VIEWER = { name: 'viktor', password: 'battery staple', role: 'viewer' } as const;

interface Call {
  readonly method?: string;
  readonly as?: string;
  readonly headers?: Record<string, string>;
  readonly form?: Record<string, string> | readonly (readonly [string, string])[];
}

const cookieOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** A board of its own for a test file, listening, over a real Postgres and Redis; both are emptied before each test. */
export const useBoard = (options: Partial<BoardOptions> = {}) => {
  let database: TestDatabase;
  let store: TestRedis;
  let sql: Sql;
  let redis: Redis;
  let queues: Queues;
  let server: Listening;
  let catalog: TypeCatalog;
  let offsetMs = 0;
  const clock: Clock = { ...systemClock, nowMs: () => systemClock.nowMs() + offsetMs };

  /** Sends a request; redirects are not followed. `as` is a session's cookie. */
  const call = (path: string, { method = 'GET', as, headers = {}, form }: Call = {}): Promise<Response> =>
    fetch(`${server.url}${path}`, {
      method,
      redirect: 'manual',
      headers: { accept: 'text/html', ...(as === undefined ? {} : { cookie: as }), ...headers },
      ...(form === undefined ? {} : { body: new URLSearchParams(form as Record<string, string>) }),
    });

  beforeAll(async () => {
    [database, store, catalog] = await Promise.all([testDatabase(), testRedis(), loadTypes(TEMPLATES)]);
    sql = createSql({ url: database.url, max: 4, app: 'test' });
    redis = createRedis({ url: store.url, role: 'producer', onError: () => {} });
    queues = createQueues(redis);
    const { app } = createBoard({
      sql,
      queues,
      users: [OPERATOR, VIEWER],
      secrets: ['first secret', 'second secret'],
      repairs: { maxReplays: MAX_REPLAYS, replaysPerSecond: 100_000, redrive: REDRIVE, documentWaitMs: 60_000 },
      catalog,
      clock,
      log: createLogger({ name: 'board', level: 'silent' }),
      metrics: createMetrics(METRICS, { region: '', app: 'board' }),
      ...options,
    });
    server = await listen(app, { host: '127.0.0.1', port: 0, variable: 'BOARD_PORT' });
  });
  beforeEach(async () => {
    offsetMs = 0;
    const tables = ['deliveries', 'work', 'attempts', 'dead_letters', 'audit_log', 'incidents'];
    await Promise.all([store.flush(), ...tables.map((table) => sql`DELETE FROM ${sql(table)}`)]);
  });
  afterAll(async () => {
    await server.close();
    await queues.close();
    redis.disconnect();
    await sql.end();
    await Promise.all([database.drop(), store.stop()]);
  });

  return {
    call,
    url: () => server.url,
    sql: () => sql,
    queues: () => queues,
    /** Dead letters of one event, each with its story. */
    letters: (count: number, seed: LetterSeed) => seedLetters(sql, catalog, count, seed),
    /** One of them. */
    letter: async (seed: LetterSeed): Promise<string> => (await seedLetters(sql, catalog, 1, seed))[0] as string,
    /** The data of a type's fixture. */
    fixture: (type: string): object => catalog.types.get(type)?.fixture.data ?? {},
    categoryOf: (type: string): string => catalog.types.get(type)?.manifest.category ?? '',
    /** Lets the board's clock run ahead. */
    passMs: (ms: number) => {
      offsetMs += ms;
    },
    /** Ends Redis for good. */
    stopRedis: () => store.stop(),
    login: async (user: { name: string; password: string }): Promise<string> =>
      cookieOf(await call('/login', { method: 'POST', form: { user: user.name, password: user.password } })),
    /** What Bull Board's page does when somebody presses a button. */
    press: (path: string, as: string, method = 'PUT'): Promise<Response> =>
      call(`/queues${path}`, { method, as, headers: { accept: 'application/json', 'sec-fetch-site': 'same-origin' } }),
    /** Leaves a failed job for each id in the queue, as the sender would. */
    failed: (queue: string, ids: readonly string[]) => failJobs({ queues, redisUrl: store.url, queue, ids }),
    jobState: async (queue: string, id: string): Promise<string> => queues.get(queue).getJobState(id),
    /** The hidden proof that forms of this session carry, found on a page that has a form. */
    csrf: async (as: string, path: string): Promise<string> => {
      const page = await (await call(path, { as })).text();
      return /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
    },
    audits: async () =>
      sql<{ actor: string; action: string; subject: string; detail: Record<string, unknown> }[]>`
        SELECT actor, action, subject, detail FROM audit_log ORDER BY n`,
  };
};
