import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { ProviderAnswer } from '@crier/domain';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { OpenProvider } from './maker.js';
import type { Reply, VendorEndpoint } from './vendor-endpoint.test-support.js';

interface Vendor<Message> {
  /** The endpoint, started; it accepts until told otherwise. */
  readonly endpoint: () => VendorEndpoint;
  readonly create: (url: string, settings: { timeoutMs: number; sockets: number }) => OpenProvider<Message>;
  readonly message: () => Message;
  /** What it answers when it takes a message. */
  readonly accepted: Reply;
  readonly failures: readonly Reply[];
}

const portOf = async (server: Server): Promise<number> => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
};

/** A port of a host that takes no connection: two fill the queue of a server that takes none out of it. */
const portThatTakesNothing = async (): Promise<number> => {
  const script = `const s = require('net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => process.send(s.address().port))`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [port] = (await once(child, 'message')) as [number];
  child.kill('SIGSTOP');
  const queued = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  onTestFinished(() => void queued.map((socket) => socket.destroy()));
  await Promise.all(queued.map((socket) => once(socket, 'connect')));
  return port;
};

const sender =
  <Message>({ create, message }: Vendor<Message>) =>
  async (url: string, signal = AbortSignal.timeout(5_000), timeoutMs = 5_000): Promise<ProviderAnswer> => {
    const provider = create(url, { timeoutMs, sockets: 5 });
    try {
      return await provider.send(message(), signal);
    } finally {
      provider.close();
    }
  };

const noAnswer = <Message>(vendor: Vendor<Message>): void => {
  const { endpoint } = vendor;
  const send = sender(vendor);

  it('is ambiguous when the call is given up after the request', async () => {
    endpoint().reply = () => {};
    const giveUp = new AbortController();
    const answer = send(endpoint().url, giveUp.signal);
    await vi.waitFor(() => expect(endpoint().requests).toHaveLength(1));
    giveUp.abort();
    expect(await answer).toMatchObject({ kind: 'ambiguous', code: expect.stringMatching(/AbortError|ERR_CANCELED/) });
  });

  it('is ambiguous when time is up, and does not wait longer', async () => {
    endpoint().reply = () => {};
    const began = performance.now();
    expect(await send(endpoint().url, AbortSignal.timeout(500))).toMatchObject({ kind: 'ambiguous' });
    expect(performance.now() - began).toBeLessThan(1_500);
  });

  it('is ambiguous when time is up in the middle of the answer', async () => {
    endpoint().reply = (response) => void response.writeHead(200, { 'content-length': '1000' }).write('<Send');
    expect(await send(endpoint().url, AbortSignal.timeout(500))).toMatchObject({ kind: 'ambiguous' });
  });

  it('is ambiguous when the answer is cut off', async () => {
    endpoint().reply = (response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('<Send', () => response.destroy());
    };
    expect(await send(endpoint().url)).toMatchObject({ kind: 'ambiguous' });
  });

  it('is ambiguous when the connection ends after the request', async () => {
    endpoint().reply = (response) => void response.destroy();
    expect(await send(endpoint().url)).toMatchObject({ kind: 'ambiguous', code: 'ECONNRESET' });
    expect(endpoint().requests).toHaveLength(1);
  });
};

const noConnection = <Message>(vendor: Vendor<Message>): void => {
  const send = sender(vendor);
  const unreachable = { kind: 'refused', failure: 'transient', message: 'The provider could not be reached.' };

  it.each(['127.0.0.1', 'localhost'])('refused by %s', async (host) => {
    const server = createServer();
    const port = await portOf(server);
    await new Promise((resolve) => server.close(resolve));
    expect(await send(`http://${host}:${port}`)).toMatchObject({ ...unreachable, code: 'ECONNREFUSED' });
  });

  it('a host that has no address', async () => {
    const answer = await send('http://no-such-host.invalid');
    expect(answer).toMatchObject(unreachable);
    expect(['ENOTFOUND', 'EAI_AGAIN']).toContain((answer as { code: string }).code);
  });

  it('a host that does not take the connection, told before the whole call is over', async () => {
    const port = await portThatTakesNothing();
    expect(await send(`http://127.0.0.1:${port}`, AbortSignal.timeout(800), 800)).toMatchObject(unreachable);
  });

  it('a host that speaks no TLS', async () => {
    expect(await send(vendor.endpoint().url.replace('http:', 'https:'))).toMatchObject(unreachable);
    expect(vendor.endpoint().requests).toHaveLength(0);
  });

  it('a host that no handshake comes about with', async () => {
    const server = createTlsServer({});
    server.on('tlsClientError', () => {});
    expect(await send(`https://127.0.0.1:${await portOf(server)}`)).toMatchObject(unreachable);
  });

  it('a host that hangs up in the handshake', async () => {
    const server = createServer((socket) => socket.once('data', () => socket.destroy()));
    expect(await send(`https://127.0.0.1:${await portOf(server)}`)).toMatchObject(unreachable);
  });

  it('a host that falls silent in the handshake, told before the whole call is over', async () => {
    const taken: Socket[] = [];
    const port = await portOf(createServer((socket) => void taken.push(socket)));
    onTestFinished(() => void taken.map((socket) => socket.destroy()));
    expect(await send(`https://127.0.0.1:${port}`, AbortSignal.timeout(800), 800)).toMatchObject(unreachable);
    expect(taken).toHaveLength(1);
  });
};

const oneClient = <Message>(vendor: Vendor<Message>): void => {
  const { endpoint, create, message, accepted, failures } = vendor;
  const send = sender(vendor);

  it('makes one HTTP request a send, however it fails', async () => {
    for (const reply of failures) {
      endpoint().requests.length = 0;
      endpoint().reply = reply;
      await send(endpoint().url);
      expect(endpoint().requests).toHaveLength(1);
    }
  });

  it('has as many calls in flight as it was given sockets for, more than an SDK’s own 50', async () => {
    const waiting: (() => void)[] = [];
    endpoint().reply = (response, request) => void waiting.push(() => accepted(response, request));
    const provider = create(endpoint().url, { timeoutMs: 5_000, sockets: 60 });
    const answers = Array.from({ length: 60 }, () => provider.send(message(), AbortSignal.timeout(5_000)));
    await vi.waitFor(() => expect(waiting).toHaveLength(60), { timeout: 5_000 });
    for (const answer of waiting) answer();
    expect((await Promise.all(answers)).every((answer) => answer.kind === 'accepted')).toBe(true);
    provider.close();
  });

  it('uses a connection again', async () => {
    const ports = new Set<number | undefined>();
    endpoint().reply = (response, request) => {
      ports.add(response.socket?.remotePort);
      accepted(response, request);
    };
    const provider = create(endpoint().url, { timeoutMs: 5_000, sockets: 1 });
    for (let n = 0; n < 3; n++) await provider.send(message(), AbortSignal.timeout(5_000));
    expect(ports.size).toBe(1);
    provider.close();
  });
};

/** What holds for every vendor behind HTTP, whatever its SDK does with a connection. */
export const describeHttpVendor = <Message>(vendor: Vendor<Message>): void => {
  describe('R-4.9a no answer', () => noAnswer(vendor));
  describe('R-4.9a no connection is a refusal that passes', () => noConnection(vendor));
  describe('one client', () => oneClient(vendor));
};
