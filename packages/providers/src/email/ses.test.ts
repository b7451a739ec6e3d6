import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createSes } from './ses.js';
import {
  accepted,
  failed,
  message,
  type SesEndpoint,
  sendThrough,
  startSesEndpoint,
  xml,
} from './ses-endpoint.test-support.js';

let endpoint: SesEndpoint;

beforeAll(async () => {
  endpoint = await startSesEndpoint();
});
afterAll(() => endpoint.close());
beforeEach(() => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  endpoint.requests.length = 0;
  endpoint.reply = accepted('0100-accepted');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const portOf = async (server: Server): Promise<number> => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
};

describe('an acceptance', () => {
  it('carries the provider’s message id', async () => {
    expect(await sendThrough(endpoint.url)).toEqual({ kind: 'accepted', messageId: '0100-accepted', status: 200 });
  });

  it('R-4.13 sends the key as tag and header, the envelope, and one request', async () => {
    const key = '0192f0a1b2c38abc8def0123456789ab';
    await sendThrough(endpoint.url, { message: message({ key }), settings: { from: 'orders@example.com\n' } });
    expect(endpoint.requests).toHaveLength(1);
    const fields = endpoint.requests[0]?.fields;
    expect(Object.fromEntries(fields ?? [])).toMatchObject({
      Action: 'SendRawEmail',
      Source: 'orders@example.com',
      'Destinations.member.1': 'maria@example.com',
      'Tags.member.1.Name': 'crier-key',
      'Tags.member.1.Value': key,
    });
    const raw = Buffer.from(fields?.get('RawMessage.Data') ?? '', 'base64').toString();
    expect(raw).toContain(`\r\nX-Crier-Key: ${key}\r\n`);
    expect(raw).toMatch(/^From: orders@example\.com\r\nTo: /);
  });

  it.each([
    ['no result', '<SendRawEmailResponse/>'],
    ['no message id', '<SendRawEmailResponse><SendRawEmailResult/></SendRawEmailResponse>'],
    [
      'an empty message id',
      '<SendRawEmailResponse><SendRawEmailResult><MessageId></MessageId></SendRawEmailResult></SendRawEmailResponse>',
    ],
  ])('R-4.6 without a message id is a failure: %s', async (_what, body) => {
    endpoint.reply = xml(200, body);
    expect(await sendThrough(endpoint.url)).toMatchObject({
      kind: 'refused',
      failure: 'transient',
      code: 'accepted_without_id',
      withoutId: true,
      status: 200,
    });
    expect(endpoint.requests).toHaveLength(1);
  });

  it.each([
    ['a page', '<html><body>Welcome <br> to the hotel</body></html>'],
    ['JSON', '{"MessageId":"x"}'],
    ['half of it', '<SendRawEmailResponse><SendRawEm'],
  ])('R-4.9a that can’t be read proves nothing: %s', async (_what, body) => {
    endpoint.reply = xml(200, body);
    expect(await sendThrough(endpoint.url)).toMatchObject({ kind: 'ambiguous', status: 200 });
  });

  it('R-4.9a that is cut off proves nothing', async () => {
    endpoint.reply = (response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('<SendRaw', () => response.destroy());
    };
    expect(await sendThrough(endpoint.url)).toMatchObject({ kind: 'ambiguous' });
  });
});

describe('R-4.9a no answer', () => {
  it('is ambiguous when the call is given up after the request', async () => {
    endpoint.reply = () => {};
    const giveUp = new AbortController();
    const answer = sendThrough(endpoint.url, { signal: giveUp.signal });
    await vi.waitFor(() => expect(endpoint.requests).toHaveLength(1));
    giveUp.abort();
    expect(await answer).toMatchObject({ kind: 'ambiguous', code: 'AbortError' });
  });

  it('is ambiguous when time is up, and does not wait longer', async () => {
    endpoint.reply = () => {};
    const began = performance.now();
    expect(await sendThrough(endpoint.url, { signal: AbortSignal.timeout(200) })).toMatchObject({ kind: 'ambiguous' });
    expect(performance.now() - began).toBeLessThan(1_500);
  });

  it('is ambiguous when time is up in the middle of the answer', async () => {
    endpoint.reply = (response) => void response.writeHead(200, { 'content-length': '1000' }).write('<Send');
    expect(await sendThrough(endpoint.url, { signal: AbortSignal.timeout(200) })).toMatchObject({ kind: 'ambiguous' });
  });

  it('is ambiguous when the connection ends after the request', async () => {
    endpoint.reply = (response) => void response.destroy();
    expect(await sendThrough(endpoint.url)).toMatchObject({ kind: 'ambiguous', code: 'ECONNRESET' });
    expect(endpoint.requests).toHaveLength(1);
  });
});

describe('R-4.9a no connection is a refusal that passes', () => {
  const unreachable = { kind: 'refused', failure: 'transient', message: 'The provider could not be reached.' };

  it.each(['127.0.0.1', 'localhost'])('refused by %s', async (host) => {
    const server = createServer();
    const port = await portOf(server);
    await new Promise((resolve) => server.close(resolve));
    expect(await sendThrough(`http://${host}:${port}`)).toMatchObject({ ...unreachable, code: 'ECONNREFUSED' });
  });

  it('a host that has no address', async () => {
    const answer = await sendThrough('http://no-such-host.invalid');
    expect(answer).toMatchObject(unreachable);
    expect(['ENOTFOUND', 'EAI_AGAIN']).toContain((answer as { code: string }).code);
  });

  it('a host that does not take the connection, told before the whole call is over', async () => {
    const script = `const s = require('net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => process.send(s.address().port))`;
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [port] = (await once(child, 'message')) as [number];
    child.kill('SIGSTOP');
    // Two connections fill the queue of a server that takes none out of it.
    const queued = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    onTestFinished(() => void queued.map((socket) => socket.destroy()));
    await Promise.all(queued.map((socket) => once(socket, 'connect')));
    const answer = await sendThrough(`http://127.0.0.1:${port}`, {
      settings: { timeoutMs: 800 },
      signal: AbortSignal.timeout(800),
    });
    expect(answer).toMatchObject(unreachable);
  });

  it('a host that speaks no TLS', async () => {
    expect(await sendThrough(endpoint.url.replace('http:', 'https:'))).toMatchObject(unreachable);
    expect(endpoint.requests).toHaveLength(0);
  });

  it('a host that no handshake comes about with', async () => {
    const server = createTlsServer({});
    server.on('tlsClientError', () => {});
    expect(await sendThrough(`https://127.0.0.1:${await portOf(server)}`)).toMatchObject(unreachable);
  });

  it('a host that hangs up in the handshake', async () => {
    const server = createServer((socket) => socket.once('data', () => socket.destroy()));
    expect(await sendThrough(`https://127.0.0.1:${await portOf(server)}`)).toMatchObject(unreachable);
  });
});

describe('one client', () => {
  it('makes one HTTP request a send, however it fails', async () => {
    for (const reply of [
      failed(500, 'InternalFailure'),
      failed(503, 'ServiceUnavailable'),
      failed(400, 'Throttling'),
      failed(429, 'X'),
    ]) {
      endpoint.requests.length = 0;
      endpoint.reply = reply;
      await sendThrough(endpoint.url);
      expect(endpoint.requests).toHaveLength(1);
    }
  });

  it('has as many calls in flight as it was given sockets for, more than the SDK’s own 50', async () => {
    const waiting: (() => void)[] = [];
    endpoint.reply = (response, request) => void waiting.push(() => accepted('x')(response, request));
    const ses = createSes({
      from: 'no-reply@example.com',
      region: 'eu-west-1',
      endpoint: endpoint.url,
      timeoutMs: 5_000,
      sockets: 60,
      nowMs: () => 0,
    });
    const answers = Array.from({ length: 60 }, () => ses.send(message(), AbortSignal.timeout(5_000)));
    await vi.waitFor(() => expect(waiting).toHaveLength(60), { timeout: 5_000 });
    for (const answer of waiting) answer();
    expect((await Promise.all(answers)).every((answer) => answer.kind === 'accepted')).toBe(true);
    ses.close();
  });

  it('R-4.7 says that our configuration is at fault when there are no credentials', async () => {
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_PROFILE', 'AWS_ROLE_ARN'])
      vi.stubEnv(name, undefined);
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
    vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', '/nowhere');
    vi.stubEnv('AWS_CONFIG_FILE', '/nowhere');
    expect(await sendThrough(endpoint.url)).toMatchObject({
      kind: 'refused',
      failure: 'configuration',
      code: 'no_credentials',
    });
    expect(endpoint.requests).toHaveLength(0);
  });
});
