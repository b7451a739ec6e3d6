import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { reachChat } from './reach-chat.js';

let server: Server;
let answer: (req: IncomingMessage, res: ServerResponse) => void;
const asked: string[] = [];

beforeEach(async () => {
  asked.length = 0;
  server = createServer((req, res) => {
    asked.push(req.method ?? '');
    answer(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const reach = (timeoutMs = 5_000) =>
  reachChat({ kind: 'slack', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` }, { timeoutMs });

it.each([200, 302, 404, 405, 503])(
  'R-8.11 a chat that answers with %d is there, and was posted nothing',
  async (status) => {
    answer = (_req, res) => void res.writeHead(status, { location: 'http://127.0.0.1:9/' }).end();
    expect(await reach()).toEqual({ kind: 'answers', status });
    expect(asked).toEqual(['HEAD']);
  },
);

it('R-8.11 one that says nothing, or is not there, is silent', async () => {
  answer = () => {};
  expect(await reach(100)).toEqual({ kind: 'silent', why: 'no answer in time' });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
  expect(await reachChat({ kind: 'teams', url: `http://127.0.0.1:${port}/hook` }, { timeoutMs: 1_000 })).toEqual({
    kind: 'silent',
    why: 'ECONNREFUSED',
  });
});
