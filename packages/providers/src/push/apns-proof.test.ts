import { once } from 'node:events';
import { constants } from 'node:http2';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createApns } from './apns.js';
import { type ApnsServer, sendThrough, settings, startApns, taken } from './apns-server.test-support.js';
import { goaway, startFrames } from './http2-frames.test-support.js';
import { push } from './push-message.test-support.js';

let apple: ApnsServer;

beforeAll(async () => {
  apple = await startApns(taken);
});
afterAll(() => apple.close());
beforeEach(() => {
  apple.requests.length = 0;
  apple.sessions.length = 0;
  apple.reply = taken;
});

const unreachable = { kind: 'refused', failure: 'transient', message: 'The provider could not be reached.' };
const own = (baseUrl = apple.url, timeoutMs = 5_000) => ({ ...settings(baseUrl), timeoutMs });

describe('R-4.9a no answer is ambiguous', () => {
  it('when the call is given up after the request', async () => {
    apple.reply = () => {};
    const giveUp = new AbortController();
    const answer = sendThrough(own(), push(), giveUp.signal);
    await vi.waitFor(() => expect(apple.requests).toHaveLength(1));
    giveUp.abort();
    expect(await answer).toMatchObject({ kind: 'ambiguous', code: 'AbortError' });
  });

  it('when time is up, and it does not wait longer', async () => {
    apple.reply = () => {};
    const began = performance.now();
    expect(await sendThrough(own(), push(), AbortSignal.timeout(500))).toMatchObject({ code: 'TimeoutError' });
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it('when the connection is lost after the request', async () => {
    apple.reply = (stream) => void stream.session?.destroy();
    expect(await sendThrough(own())).toMatchObject({ kind: 'ambiguous' });
    expect(apple.requests).toHaveLength(1);
  });

  it('when the socket is torn away after the request', async () => {
    const url = await startFrames((socket) => void socket.resetAndDestroy());
    expect(await sendThrough(own(url))).toMatchObject({ kind: 'ambiguous', code: 'ECONNRESET' });
  });

  it.each([constants.NGHTTP2_INTERNAL_ERROR, constants.NGHTTP2_CANCEL, constants.NGHTTP2_NO_ERROR])(
    'when the stream is closed with %i',
    async (code) => {
      apple.reply = (stream) => stream.close(code);
      expect(await sendThrough(own())).toMatchObject({ kind: 'ambiguous' });
    },
  );

  it.each([constants.NGHTTP2_NO_ERROR, constants.NGHTTP2_INTERNAL_ERROR])(
    'when a GOAWAY (%i) says that the request may have been acted on',
    async (code) => {
      const url = await startFrames((socket) => void socket.end(goaway(1, code)));
      expect(await sendThrough(own(url))).toMatchObject({ kind: 'ambiguous' });
    },
  );

  it('when a refusal is cut off it is one by its status, and an acceptance by its apns-id', async () => {
    for (const [status, kind] of [
      [429, 'refused'],
      [200, 'accepted'],
      [500, 'ambiguous'],
    ] as const) {
      apple.reply = (stream, { headers }) => {
        stream.respond({ ':status': status, 'apns-id': headers['apns-id'] });
        stream.write('{"rea', () => stream.close(constants.NGHTTP2_INTERNAL_ERROR));
      };
      expect(await sendThrough(own())).toMatchObject({ kind, status });
    }
  });
});

describe('R-4.9a APNs proves that it has not touched the request', () => {
  it('when it refuses the stream (RFC 9113, 8.7)', async () => {
    apple.reply = (stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM);
    expect(await sendThrough(own())).toMatchObject(unreachable);
  });

  it.each([constants.NGHTTP2_NO_ERROR, constants.NGHTTP2_ENHANCE_YOUR_CALM])(
    'when a GOAWAY (%i) names an earlier stream as the last (RFC 9113, 6.8)',
    async (code) => {
      const url = await startFrames((socket) => void socket.end(goaway(0, code)));
      expect(await sendThrough(own(url))).toMatchObject(unreachable);
    },
  );
});

const portOf = async (server: Server): Promise<number> => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
};

describe('R-4.9a no connection is a refusal that passes', () => {
  it.each(['127.0.0.1', 'localhost'])('refused by %s', async (host) => {
    const server = createServer();
    const port = await portOf(server);
    await new Promise((resolve) => server.close(resolve));
    expect(await sendThrough(own(`http://${host}:${port}`))).toMatchObject({ ...unreachable, code: 'ECONNREFUSED' });
  });

  it('a host that has no address', async () => {
    const answer = await sendThrough(own('https://no-such-host.invalid'));
    expect(answer).toMatchObject(unreachable);
    expect(['ENOTFOUND', 'EAI_AGAIN']).toContain((answer as { code: string }).code);
  });

  it('a host that speaks no TLS', async () => {
    expect(await sendThrough(own(apple.url.replace('http:', 'https:')))).toMatchObject(unreachable);
    expect(apple.requests).toHaveLength(0);
  });

  it('a host that no handshake comes about with', async () => {
    const server = createTlsServer({});
    server.on('tlsClientError', () => {});
    expect(await sendThrough(own(`https://127.0.0.1:${await portOf(server)}`))).toMatchObject(unreachable);
  });

  it('a host that hangs up in the handshake', async () => {
    const port = await portOf(createServer((socket) => socket.once('data', () => socket.destroy())));
    expect(await sendThrough(own(`https://127.0.0.1:${port}`))).toMatchObject(unreachable);
  });

  it('a host that falls silent in the handshake, told before the whole call is over', async () => {
    const silent: Socket[] = [];
    const port = await portOf(createServer((socket) => void silent.push(socket)));
    onTestFinished(() => void silent.map((socket) => socket.destroy()));
    const answer = await sendThrough(own(`https://127.0.0.1:${port}`, 800), push(), AbortSignal.timeout(800));
    expect(answer).toMatchObject({ ...unreachable, code: 'ETIMEDOUT' });
  });

  it('a call that is given up while the connection comes about', async () => {
    const silent: Socket[] = [];
    const port = await portOf(createServer((socket) => void silent.push(socket)));
    onTestFinished(() => void silent.map((socket) => socket.destroy()));
    const answer = await sendThrough(own(`https://127.0.0.1:${port}`), push(), AbortSignal.timeout(100));
    expect(answer).toMatchObject({ ...unreachable, code: 'TimeoutError' });
  });

  it('is tried again by the next call', async () => {
    const server = createServer();
    const port = await portOf(server);
    await new Promise((resolve) => server.close(resolve));
    const apns = createApns(own(`http://127.0.0.1:${port}`));
    onTestFinished(apns.close);
    const send = () => apns.send(push(), AbortSignal.timeout(5_000));
    expect(await Promise.all([send(), send()])).toMatchObject([unreachable, unreachable]);
    expect(await send()).toMatchObject(unreachable);
  });
});
