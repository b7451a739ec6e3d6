import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { CHAT_KINDS, formatMessage } from './format-message.js';
import { message } from './messages.test-support.js';
import { postToChat } from './post-to-chat.js';

const SECRET = 'T0/B0/xoxsecret';
let server: Server | undefined;

const chatThat = async (answer: RequestListener): Promise<string> => {
  server = createServer(answer);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/${SECRET}`;
};
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
});

const NOW = Date.UTC(2026, 10, 30, 8, 15);
const post = (url: string, timeoutMs = 5_000) =>
  postToChat({ kind: 'slack', url }, message(), { timeoutMs, nowMs: () => NOW });

describe('R-8.7 the chat’s answer', () => {
  it.each(CHAT_KINDS)('a message for %s is posted as its JSON', async (kind) => {
    let got: { method: string | undefined; type: string | undefined; body: string } | undefined;
    const url = await chatThat(async (req: IncomingMessage, res) => {
      const body = Buffer.concat(await req.toArray()).toString();
      got = { method: req.method, type: req.headers['content-type'], body };
      res.end('ok');
    });
    expect(await postToChat({ kind, url }, message(), { timeoutMs: 5_000, nowMs: () => NOW })).toEqual({
      kind: 'taken',
    });
    expect(got).toMatchObject({ method: 'POST', type: 'application/json; charset=UTF-8' });
    expect(JSON.parse(got?.body ?? '')).toEqual(formatMessage(kind, message()));
  });

  it.each([
    [200, {}, { kind: 'taken' }],
    [202, {}, { kind: 'taken' }],
    [204, {}, { kind: 'taken' }],
    [429, { 'retry-after': '30' }, { kind: 'later', waitMs: 30_000 }],
    [429, { 'retry-after': 'Mon, 30 Nov 2026 08:16:00 GMT' }, { kind: 'later', waitMs: 60_000 }],
    [429, {}, { kind: 'later', waitMs: 0 }],
    [429, { 'retry-after': 'soon' }, { kind: 'later', waitMs: 0 }],
    [408, {}, { kind: 'later', waitMs: 0 }],
    [500, {}, { kind: 'later', waitMs: 0 }],
    [503, { 'retry-after': '7' }, { kind: 'later', waitMs: 7_000 }],
    [302, { location: '/elsewhere' }, { kind: 'refused' }],
    [400, {}, { kind: 'refused' }],
    [403, {}, { kind: 'refused' }],
    [404, {}, { kind: 'refused' }],
    [410, {}, { kind: 'refused' }],
  ] as const)('%i %j is %o', async (status, headers, answer) => {
    const url = await chatThat((_req, res) =>
      res.writeHead(status, headers).end(status === 204 ? '' : 'invalid_blocks'),
    );
    const got = await post(url);
    expect(got).toMatchObject(answer);
    if (got.kind !== 'taken') expect(got.why).toBe(`${status} invalid_blocks`);
  });

  it('shows the start of a long answer only', async () => {
    const url = await chatThat((_req, res) => res.writeHead(500).end('x'.repeat(100_000)));
    expect(((await post(url)) as { why: string }).why).toHaveLength(204);
  });

  it.each([
    ['silence', () => {}, 'no answer in time'],
    ['a broken connection', (req: IncomingMessage) => req.socket.destroy(), 'UND_ERR_SOCKET'],
    [
      'an answer that never ends',
      (_: unknown, res: Parameters<RequestListener>[1]) => void res.writeHead(200).write('o'),
      'no answer in time',
    ],
  ] as const)('%s is no answer, for another time', async (_name, answer, why) => {
    const url = await chatThat(answer);
    expect(await post(url, 200)).toEqual({ kind: 'later', waitMs: 0, why });
  });

  it('nobody there is no answer, and the webhook’s secret stays out of the words', async () => {
    const url = await chatThat(() => {});
    await new Promise((resolve) => server?.close(resolve));
    const got = await post(url);
    expect(got).toEqual({ kind: 'later', waitMs: 0, why: 'ECONNREFUSED' });
    expect(JSON.stringify(got)).not.toContain(SECRET);
  });
});
