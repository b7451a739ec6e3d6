import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from './free-port.js';
import { launcher, processesOn } from './launcher.test-support.js';
import { standInFolder } from './reachable.js';
import { commandOf } from './running-process.js';
import { startPostgres } from './start-postgres.js';

let home: string;
beforeAll(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'crier-test-')));
  await chmod(home, 0o755);
});
afterAll(() => rm(home, { recursive: true, force: true }));

async function ask(url: string, statement: string): Promise<string[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return (await sql.unsafe(statement).values()).flat().map(String);
  } finally {
    await sql.end();
  }
}
const settings =
  "SELECT setting FROM pg_settings WHERE name IN ('fsync', 'listen_addresses', 'max_connections') ORDER BY name";

describe('an ephemeral PostgreSQL', () => {
  it('is an empty database for 200 connections of this machine, the same whatever its locale, and is gone at stop', async () => {
    const service = await startPostgres({ ephemeral: true });
    expect(
      await ask(service.url, 'SELECT current_database(), current_user, count(*) FROM pg_stat_user_tables'),
    ).toEqual(['crier', 'crier', '0']);
    expect(await ask(service.url, settings)).toEqual(['off', '127.0.0.1', '200']);
    expect(
      await ask(service.url, "SELECT 'Z' < 'a', upper('é'), pg_client_encoding(), now()::text LIKE '%+00'"),
    ).toEqual(['true', 'É', 'UTF8', 'true']);
    const folder = / -D (\S+)/.exec(commandOf(service.pid ?? 0))?.[1] ?? '';
    expect(existsSync(folder)).toBe(true);

    await service.stop();
    await service.stop();
    expect(existsSync(dirname(folder))).toBe(false);
    expect(commandOf(service.pid ?? 0)).toBe('');
  });

  it('tells the log when the server ends by itself', async () => {
    const told = new EventEmitter<{ line: [string] }>();
    const service = await startPostgres({ ephemeral: true, log: (line) => told.emit('line', line) });
    process.kill(service.pid ?? 0, 'SIGQUIT');
    const [line] = await once(told, 'line');
    expect(line).toMatch(/PostgreSQL ended by itself[\s\S]*immediate shutdown/);
    await service.stop();
  });
});

describe('a PostgreSQL with a data folder', () => {
  /** One cluster for all of these: making one takes a second. */
  let dataDir: string;
  beforeAll(() => {
    dataDir = join(home, 'data', 'postgres');
  });

  it('keeps its data, durably, from one start to the next', async () => {
    const first = await startPostgres({ dataDir });
    await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    expect(await ask(first.url, settings)).toEqual(['on', '127.0.0.1', '200']);
    await first.stop();

    const second = await startPostgres({ dataDir });
    expect(await ask(second.url, 'SELECT answer FROM kept')).toEqual(['42']);
    await second.stop();
    expect(await readdir(dirname(dataDir))).toEqual(['postgres']);
  });

  it('refuses a second start, and names the process that runs', async () => {
    const service = await startPostgres({ dataDir });
    await expect(startPostgres({ dataDir })).rejects.toThrow(
      `already runs on ${dataDir}: process ${service.pid}, port ${new URL(service.url).port}`,
    );
    expect(await ask(service.url, 'SELECT 1')).toEqual(['1']);
    await service.stop();
  });

  it('starts again after everything was killed, also when another program has the number of the dead server', async () => {
    const service = await startPostgres({ dataDir });
    await ask(service.url, 'CREATE TABLE also_kept AS SELECT 43 AS answer');
    process.kill(service.pid ?? 0, 'SIGKILL');
    await service.stop();
    const { uid, gid } = await stat(dataDir);
    const stranger = spawn('sleep', ['600'], { uid, gid, stdio: 'ignore' });
    onTestFinished(() => void stranger.kill());
    await writeFile(join(dataDir, 'postmaster.pid'), `${stranger.pid}\n${dataDir}\n1700000000\n5432\n\n127.0.0.1\n`);

    const again = await startPostgres({ dataDir });
    expect(await ask(again.url, 'SELECT answer FROM also_kept')).toEqual(['43']);
    await again.stop();
  });

  it('leaves a folder alone that holds something else', async () => {
    const photos = join(home, 'photos');
    await mkdir(photos);
    await writeFile(join(photos, 'cat.jpg'), '');
    await expect(startPostgres({ dataDir: photos })).rejects.toThrow(`${photos} holds something else than a database`);
    expect(await readdir(photos)).toEqual(['cat.jpg']);
  });

  it('takes the wanted port, or a free one when that is taken', async () => {
    const port = await freePort();
    const service = await startPostgres({ dataDir, port });
    expect(new URL(service.url).port).toBe(String(port));
    await service.stop();

    const squatter = createServer().listen(port, '127.0.0.1');
    await once(squatter, 'listening');
    const elsewhere = await startPostgres({ dataDir, port });
    expect(new URL(elsewhere.url).port).not.toBe(String(port));
    expect(await ask(elsewhere.url, 'SELECT 1')).toEqual(['1']);
    await elsewhere.stop();
    squatter.close();
  });

  it.runIf(process.getuid?.() === 0)(
    'as root, moves to /var/tmp when the user postgres cannot reach the folder, and says so',
    async () => {
      const closed = join(home, 'closed');
      await mkdir(closed, { mode: 0o700 });
      const closedDir = join(closed, 'postgres');
      const said: string[] = [];
      const service = await startPostgres({ dataDir: closedDir, log: (line) => said.push(line) });
      const standIn = await standInFolder(closedDir);
      expect(said).toEqual([expect.stringContaining(`kept in ${standIn}`)]);
      expect(await ask(service.url, 'SHOW data_directory')).toEqual([join(standIn, 'cluster')]);
      await service.stop();
      await rm(standIn, { recursive: true });
    },
  );

  it("says in PostgreSQL's own words why it does not start", async () => {
    await writeFile(join(dataDir, 'PG_VERSION'), '9.6\n');
    await expect(startPostgres({ dataDir })).rejects.toThrow(/PostgreSQL did not start[\s\S]*FATAL/);
  });
});

it('starts nothing when a url is given', async () => {
  const service = await startPostgres({ url: 'postgres://elsewhere/crier', ephemeral: true });
  expect(service).toEqual({ url: 'postgres://elsewhere/crier', stop: expect.any(Function) });
  await service.stop();
});

// The processes are not this test's children, so there is no event to wait for; the testkit depends on this room.
it.runIf(process.platform === 'linux')('ends when its launcher is killed', async () => {
  const dataDir = join(home, 'launched');
  const { process: killed, url } = await launcher(`startPostgres({ dataDir: ${JSON.stringify(dataDir)} })`);
  expect(await ask(url, 'SELECT 1')).toEqual(['1']);
  expect(processesOn(dataDir)).toHaveLength(3);
  killed.kill('SIGKILL');
  await expect.poll(() => processesOn(dataDir), { interval: 20, timeout: 10_000 }).toEqual([]);
});
