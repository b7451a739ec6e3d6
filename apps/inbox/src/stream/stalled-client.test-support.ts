import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

const CHUNK = 'x'.repeat(128 * 1024);

/** An answer to a client that has stopped reading: the kernel takes no more of it. `errors` are those it would have thrown. */
export const stalledAnswer = async (): Promise<{ res: ServerResponse; errors: unknown[] }> => {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => {}).pause();
  client.write('GET / HTTP/1.1\r\nHost: inbox\r\n\r\n');
  const [, res] = (await once(server, 'request')) as [unknown, ServerResponse];
  onTestFinished(() => {
    client.destroy();
    server.closeAllConnections();
    server.close();
  });
  const errors: unknown[] = [];
  res.on('error', (error) => errors.push(error)).writeHead(200);
  while (res.writableLength < 2 * CHUNK.length) {
    res.write(CHUNK);
    await nextTurn();
  }
  return { res, errors };
};
