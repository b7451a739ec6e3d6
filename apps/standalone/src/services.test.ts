import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, inject, it, onTestFinished } from 'vitest';
import { startServices } from './services.js';

const TOOLS = fileURLToPath(new URL('../../../.tools', import.meta.url));

it('says in one line that a wanted port is taken, where the server is instead, and which variable moves it', async () => {
  const squatter = createServer().listen(0, '127.0.0.1');
  await once(squatter, 'listening');
  onTestFinished(() => void squatter.close());
  const { port } = squatter.address() as AddressInfo;
  const dataDir = mkdtempSync(join(tmpdir(), 'crier-services-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const said: string[] = [];
  const services = await startServices({
    databaseUrl: 'postgres://127.0.0.1:1/given',
    redisUrl: undefined,
    postgresPort: port,
    redisPort: port,
    dataDir,
    toolsDir: TOOLS,
    searchPath: inject('testRun').searchPath,
    say: (line) => said.push(line),
  });
  await services.stop();
  const own = new URL(services.redisUrl).port;
  expect(own).not.toBe(String(port));
  expect(said.filter((line) => line.includes('taken'))).toEqual([`${port} is taken: Redis is on ${own} (REDIS_PORT)`]);
});
