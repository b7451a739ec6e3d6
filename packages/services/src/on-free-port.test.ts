import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { startGuarded } from './guarded-server.js';
import { onFreePort } from './on-free-port.js';

/** The smallest server that says what PostgreSQL and Redis say. */
const serverOn = (port: number) =>
  startGuarded(
    'Server',
    {
      command: process.execPath,
      args: [
        '-e',
        `require('net').createServer().listen(${port}, '127.0.0.1', () => console.log('Ready to accept connections'))`,
      ],
      env: {},
      stopSignal: 'SIGTERM',
    },
    () => {},
  );

it('tries another port when the free one is taken before the server listens', async () => {
  const squatter = createServer();
  const tried: number[] = [];
  const server = await onFreePort(undefined, async (port) => {
    tried.push(port);
    if (tried.length === 1) await once(squatter.listen(port, '127.0.0.1'), 'listening');
    return serverOn(port);
  });
  expect(tried).toHaveLength(2);
  await server.stop();
  squatter.close();
});

it('does not try again when the server fails for another reason', async () => {
  let tries = 0;
  const failing = onFreePort(undefined, async () => {
    tries++;
    return startGuarded('Server', { command: '/no/such/program', args: [], env: {}, stopSignal: 'SIGTERM' }, () => {});
  });
  await expect(failing).rejects.toThrow(/Server did not start[\s\S]*\/no\/such\/program ENOENT/);
  expect(tries).toBe(1);
});
