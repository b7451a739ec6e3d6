import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { listen } from '@crier/runtime';
import { type TestDatabase, type TestRedis, testDatabase, testRedis, until } from '@crier/testkit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { childrenOf, isAlive, type Launched, launch, processesNaming } from './standalone.test-support.js';

const run = promisify(execFile);
const linux = process.platform === 'linux';
const CRIER = fileURLToPath(new URL('../../cli/bin/crier.js', import.meta.url));
const EXAMPLES = fileURLToPath(new URL('../../../examples/', import.meta.url));

// Each test starts the whole product, some more than once.
vi.setConfig({ testTimeout: 120_000 });

let database: TestDatabase;
let redis: TestRedis;
beforeEach(async () => {
  [database, redis] = await Promise.all([testDatabase(), testRedis()]);
});
afterEach(async () => {
  await Promise.all([database.drop(), redis.stop()]);
});
const given = () => ({ DATABASE_URL: database.url, REDIS_URL: redis.url });

/** The command that it printed to be pasted. */
const printedCurl = (said: string): string =>
  /^sed [\s\S]*?--data-binary @-$/m.exec(said)?.[0] ?? 'no curl was printed';

const mailsOf = async (launched: Launched): Promise<{ total: number; messages: { to: string; key: string }[] }> =>
  (await fetch(`${launched.runFile().urls.sandbox}/sandbox/messages`)).json() as never;

const eventOf = async (launched: Launched, id: string) => {
  const headers = { authorization: 'Bearer crier-dev-key' };
  const response = await fetch(`${launched.runFile().urls.intake}/v1/events/${id}`, { headers });
  return (await response.json()) as { status: string; counts: Record<string, number> };
};

/** Accepted, and once the sandbox has called back: delivered. */
const allDelivered = (launched: Launched, id: string, count: number) =>
  until(async () => (await eventOf(launched, id)).counts.delivered === count, {
    what: `${count} mails of ${id}`,
    timeoutMs: 30_000,
  });

it('R-1.1 R-4.4 sends the mails of the event that the printed curl posts, and leaves nothing at SIGTERM', async () => {
  const launched = launch([], given());
  await launched.ready();
  const { databaseUrl, redisUrl, urls, pids } = launched.runFile();
  expect({ databaseUrl, redisUrl }).toEqual({ databaseUrl: database.url, redisUrl: redis.url });
  expect(Object.keys(urls)).toEqual(expect.arrayContaining(['intake', 'callbacks', 'board', 'sandbox']));
  expect(new Set(Object.values(pids))).toEqual(new Set([launched.process.pid]));
  for (const url of Object.values(urls)) expect((await fetch(`${url}/readyz`)).status).toBe(200);

  const { stdout } = await run('sh', ['-c', printedCurl(launched.stdout())]);
  const { id, duplicate } = JSON.parse(stdout);
  expect(duplicate).toBe(false);
  await allDelivered(launched, id, 3);

  const sent = await run(process.execPath, [CRIER, 'send', `${EXAMPLES}password.reset.json`, '--now', '--json'], {
    env: { INTAKE_PORT: new URL(urls.intake ?? '').port },
  });
  await allDelivered(launched, JSON.parse(sent.stdout).id, 1);
  const { total, messages } = await mailsOf(launched);
  expect(total).toBe(4);
  expect(new Set(messages.map(({ key }) => key)).size).toBe(4);

  launched.process.kill('SIGTERM');
  expect(await launched.ended()).toBe(0);
  expect(existsSync(join(launched.dataDir, 'run.json'))).toBe(false);
  for (const url of Object.values(urls)) await expect(fetch(url)).rejects.toThrow();
});

it('R-4.5 starts a sender again that was killed, and what was posted meanwhile arrives; --demo shows every example', async () => {
  const launched = launch(['--processes', '--demo'], given());
  await launched.ready();
  const { pids } = launched.runFile();
  expect(new Set([...Object.values(pids), launched.process.pid]).size).toBe(Object.keys(pids).length + 1);
  await until(async () => launched.stdout().includes('Read them at'), { timeoutMs: 60_000, what: 'the demo' });
  for (const file of readdirSync(EXAMPLES)) {
    const { type, recipients } = JSON.parse(readFileSync(EXAMPLES + file, 'utf8'));
    const [, shown = ''] = launched.stdout().split(`${type}: 202 `);
    expect(
      shown
        .split('\n')
        .slice(1, 1 + recipients.length)
        .join('\n'),
    ).toMatch(/^( {2}(email|sms) to .*: (accepted|delivered).*\n?)+$/);
  }

  const killed = pids['sender-email'] ?? 0;
  process.kill(killed, 'SIGKILL');
  const { stdout } = await run('sh', ['-c', printedCurl(launched.stdout())]);
  await allDelivered(launched, JSON.parse(stdout).id, 3);
  expect(launched.stdout()).toContain(`sender-email: process ${killed} ended, SIGKILL`);
  expect(launched.runFile().pids['sender-email']).not.toBe(killed);

  const all = Object.values(launched.runFile().pids);
  launched.process.kill('SIGTERM');
  expect(await launched.ended()).toBe(0);
  expect(all.filter(isAlive)).toEqual([]);
});

const APPS = 14;

it.runIf(linux)('leaves no process when it is killed, whether the apps had started or not', async () => {
  for (const when of [/^Starting sandbox/m, /^crier ready$/m]) {
    const launched = launch(['--processes'], given());
    const apps = await until(
      async () => {
        const children = childrenOf(launched.process.pid);
        return when.test(launched.stdout()) && children.length === APPS && children;
      },
      { what: `${APPS} apps and ${when}`, timeoutMs: 60_000 },
    );
    launched.process.kill('SIGKILL');
    await until(async () => !apps.some(isAlive), { what: 'the apps to end', timeoutMs: 30_000 });
  }
});

it('drains when npm, or the shell that npm starts it with, was killed', async () => {
  const shell = ['sh', '-c', '"$0" "$@" & wait'];
  const launched = launch([], { ...given(), npm_lifecycle_event: 'start' }, shell);
  await launched.ready();
  const { pids } = launched.runFile();
  launched.process.kill('SIGKILL');
  await until(async () => !isAlive(pids.intake ?? 0), { what: 'the launcher to end', timeoutMs: 30_000 });
  expect(launched.stdout()).toMatch(/Stopped\.\n$/);
});

it.runIf(linux)('starts PostgreSQL and Redis of its own where none is given, and keeps what they hold', async () => {
  const launched = launch([], { POSTGRES_PORT: '0', REDIS_PORT: '0' });
  await launched.ready();
  expect(launched.runFile().databaseUrl).toMatch(/^postgres:\/\/crier:crier@127\.0\.0\.1:\d+\/crier$/);
  const second = launch(['--data', launched.dataDir], {});
  expect(await second.ended()).toBe(1);
  expect(second.said()).toContain(`already runs on ${launched.dataDir}`);
  const running = processesNaming(launched.dataDir);
  expect(running.length).toBeGreaterThan(2);
  launched.process.kill('SIGINT');
  expect(await launched.ended()).toBe(0);
  expect(running.filter(isAlive)).toEqual([]);
  expect(readdirSync(launched.dataDir).sort()).toEqual(['crier.log', 'postgres', 'redis']);
});

it('says in a line or two what keeps it from starting, and exits 1 (2 for wrong usage)', async () => {
  const squatter = await listen((_req, res) => res.end(), { host: '127.0.0.1', port: 0, variable: 'NONE' });
  const wrong: [string[], Record<string, string>, number, RegExp][] = [
    [['--fast'], {}, 2, /^Unknown option '--fast'\nSee: npm start -- --help\n$/],
    [[], { BOARD_PORT: String(squatter.port) }, 1, /^BOARD_PORT: port \S+ is taken; .*\n$/],
    [[], { RETRY_BASE_MS: 'soon', CRIER_APIKEY: 'x' }, 1, /^CRIER_APIKEY is not .*\nRETRY_BASE_MS must be a number\n$/],
    [
      [],
      { REDIS_URL: 'redis://127.0.0.1:1' },
      1,
      /^Redis does not answer at redis:\/\/127\.0\.0\.1:1 .*REDIS_URL.*\n$/,
    ],
    [['--processes'], { DATABASE_URL: 'postgres://127.0.0.1:1/x' }, 1, /127\.0\.0\.1:1\/x.*DATABASE_URL.*\n$/],
    [[], { TEMPLATES_DIR: '/nowhere' }, 1, /^\/nowhere:1: .*\n$/],
    [
      [],
      { NODE_ENV: 'production' },
      1,
      /^BOARD_PASSWORD .*\nCRIER_LINK_SECRET .*\nEMAIL_FROM .*\nSENDGRID_API_KEY .*\n$/,
    ],
  ];
  const fails = async ([args, env, status, says]: (typeof wrong)[number]) => {
    const launched = launch(args, { ...given(), ...env });
    expect({ env, status: await launched.ended() }).toEqual({ env, status });
    expect(launched.stderr()).toMatch(says);
  };
  await Promise.all(wrong.map(fails));
  await squatter.close();
});
