import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePort, portIsFree } from './free-port.js';

it('finds a port that can be listened on', async () => {
  const server = createServer().listen(await freePort(), '127.0.0.1');
  await once(server, 'listening');
  server.close();
});

it('tells a taken port from a free one, also when it is taken on every address', async () => {
  for (const host of ['127.0.0.1', '0.0.0.0']) {
    const server = createServer().listen(0, host);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await portIsFree(port)).toBe(false);
    server.close();
    await once(server, 'close');
    expect(await portIsFree(port)).toBe(true);
  }
});
