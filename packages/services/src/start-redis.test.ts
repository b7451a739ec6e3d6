import { EventEmitter, once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from './free-port.js';
import { guardianOf, launcher, processesOn } from './launcher.test-support.js';
import { commandOf } from './running-process.js';
import { startRedis } from './start-redis.js';

const linux = process.platform === 'linux';
let home: string;
const tools = { toolsDir: fileURLToPath(new URL('../../../.tools', import.meta.url)) };
beforeAll(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'crier-test-')));
});
afterAll(() => rm(home, { recursive: true, force: true }));

async function ask(url: string, ...[command = '', ...args]: string[]): Promise<unknown> {
  const redis = new Redis(url);
  try {
    return await redis.call(command, ...args);
  } finally {
    redis.disconnect();
  }
}

describe('an ephemeral Redis', () => {
  it('keeps nothing, refuses to evict, ticks often, and is gone at stop', async () => {
    const service = await startRedis({ ...tools, ephemeral: true });
    const wanted = { appendonly: 'no', save: '', 'maxmemory-policy': 'noeviction', hz: '100', bind: '127.0.0.1' };
    for (const [name, value] of Object.entries(wanted))
      expect(await ask(service.url, 'CONFIG', 'GET', name)).toEqual([name, value]);
    const [, folder = ''] = (await ask(service.url, 'CONFIG', 'GET', 'dir')) as string[];
    expect(existsSync(folder)).toBe(true);

    await service.stop();
    await service.stop();
    expect(existsSync(folder)).toBe(false);
    expect(commandOf(service.pid ?? 0)).toBe('');
  });

  it.runIf(linux)('ends with its guardian while the launcher lives, and the log is told', async () => {
    const told = new EventEmitter<{ line: [string] }>();
    const service = await startRedis({
      ...tools,
      dataDir: join(home, 'orphan'),
      log: (line) => told.emit('line', line),
    });
    const redis = new Redis(service.url, { retryStrategy: () => null });
    await redis.ping();
    process.kill(guardianOf(service.pid ?? 0), 'SIGKILL');
    const [[line]] = await Promise.all([once(told, 'line'), once(redis, 'end')]);
    expect(line).toContain('Redis ended by itself');
    await service.stop();
  });
});

describe('a Redis with a data folder', () => {
  it('keeps its data in an append-only file from one start to the next', async () => {
    const dataDir = join(home, 'kept', 'redis');
    const first = await startRedis({ ...tools, dataDir });
    await ask(first.url, 'SET', 'answer', '42');
    expect(await ask(first.url, 'CONFIG', 'GET', 'append*only')).toEqual(['appendonly', 'yes']);
    expect(await ask(first.url, 'CONFIG', 'GET', 'appendfsync')).toEqual(['appendfsync', 'everysec']);
    await first.stop();

    const second = await startRedis({ ...tools, dataDir });
    expect(await ask(second.url, 'GET', 'answer')).toBe('42');
    await second.stop();
  });

  it('refuses a second start and names the process that runs, and starts again once that was killed', async () => {
    const dataDir = join(home, 'twice');
    const service = await startRedis({ ...tools, dataDir });
    await expect(startRedis({ ...tools, dataDir })).rejects.toThrow(
      `already runs on ${dataDir}: process ${service.pid}`,
    );
    process.kill(service.pid ?? 0, 'SIGKILL');
    await service.stop();
    const again = await startRedis({ ...tools, dataDir });
    expect(await ask(again.url, 'PING')).toBe('PONG');
    await again.stop();
  });

  it("says in Redis's own words why it does not start", async () => {
    const dataDir = join(home, 'blocked');
    const service = await startRedis({ ...tools, dataDir });
    await service.stop();
    await rm(join(dataDir, 'appendonlydir'), { recursive: true });
    await writeFile(join(dataDir, 'appendonlydir'), 'not a folder');
    await expect(startRedis({ ...tools, dataDir })).rejects.toThrow(/Redis did not start[\s\S]*append-only/i);
  });

  it('takes the wanted port, or a free one when that is taken', async () => {
    const port = await freePort();
    const service = await startRedis({ ...tools, ephemeral: true, port });
    expect(service.url).toBe(`redis://127.0.0.1:${port}`);
    await service.stop();

    const squatter = createServer().listen(port, '127.0.0.1');
    await once(squatter, 'listening');
    const elsewhere = await startRedis({ ...tools, ephemeral: true, port });
    expect(elsewhere.url).not.toBe(`redis://127.0.0.1:${port}`);
    expect(await ask(elsewhere.url, 'PING')).toBe('PONG');
    await elsewhere.stop();
    squatter.close();
  });
});

it('says in one line what to do when there is no Redis and no way to get one', async () => {
  const nothing = startRedis({ ephemeral: true, toolsDir: join(home, 'tools'), searchPath: home });
  await expect(nothing).rejects.toThrow(/^No Redis on this machine: install .*, or set REDIS_URL\.$/);
});

it('starts nothing when a url is given', async () => {
  const service = await startRedis({ ...tools, url: 'redis://elsewhere', ephemeral: true });
  expect(service).toEqual({ url: 'redis://elsewhere', stop: expect.any(Function) });
  await service.stop();
});

// The processes are not this test's children, so there is no event to wait for; the testkit depends on this room.
it.runIf(linux)('ends when its launcher is killed', async () => {
  const dataDir = join(home, 'launched');
  const { process: killed, url } = await launcher(`startRedis(${JSON.stringify({ ...tools, dataDir })})`);
  expect(await ask(url, 'PING')).toBe('PONG');
  expect(processesOn(dataDir)).toHaveLength(3);
  killed.kill('SIGKILL');
  await expect.poll(() => processesOn(dataDir), { interval: 20, timeout: 10_000 }).toEqual([]);
});
