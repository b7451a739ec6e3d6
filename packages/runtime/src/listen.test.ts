import { once } from 'node:events';
import { Agent, get, type IncomingMessage, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { ConfigError } from './config-error.js';
import { type Listening, listen } from './listen.js';

const serve = (handler: RequestListener = (_, res) => res.end('here'), port = 0) =>
  listen(handler, { host: '127.0.0.1', port, variable: 'INTAKE_PORT' });

/** Begins a request; the answer is awaited apart. */
const ask = (server: Listening, agent: Agent): Promise<string> =>
  new Promise((resolve, reject) => {
    const request = get(server.url, { agent }, (res: IncomingMessage) => text(res).then(resolve, reject));
    request.once('error', reject);
  });

/** A handler that holds every request until the test lets it go. */
const holding = () => {
  let arrived = (): void => {};
  const hasArrived = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  let letGo = (): void => {};
  const handler: RequestListener = (_, res) => {
    letGo = () => res.end('done');
    arrived();
  };
  return { handler, hasArrived, letGo: () => letGo() };
};

const isRefused = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
  } finally {
    socket.destroy();
  }
};

describe('a server', () => {
  it('takes any free port for 0, and says where it is', async () => {
    const server = await serve();
    expect(server.port).toBeGreaterThan(0);
    expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
    expect(await (await fetch(server.url)).text()).toBe('here');
    await server.close();
  });

  it('can be reached at its url when it binds every address', async () => {
    const server = await listen((_, res) => res.end('here'), { host: '0.0.0.0', port: 0, variable: 'X' });
    expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
    expect(await (await fetch(server.url)).text()).toBe('here');
    await server.close();
  });

  it('keeps connections longer than the minute after which load balancers close them', async () => {
    const server = await serve();
    const response = await fetch(server.url);
    expect(Number(/timeout=(\d+)/.exec(response.headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(60);
    await response.text();
    await server.close();
  });

  it('that can’t have its port names the variable and what to do', async () => {
    const first = await serve();
    const second = serve(undefined, first.port);
    await expect(second).rejects.toBeInstanceOf(ConfigError);
    await expect(second).rejects.toThrow(
      `INTAKE_PORT: port 127.0.0.1:${first.port} is taken; stop what uses it or set INTAKE_PORT to another`,
    );
    await first.close();
  });

  it('that can’t have its address names BIND_HOST', async () => {
    // 203.0.113.0/24 is for documentation (RFC 5737): no machine has it.
    const elsewhere = listen(() => {}, { host: '203.0.113.7', port: 0, variable: 'INTAKE_PORT' });
    await expect(elsewhere).rejects.toBeInstanceOf(ConfigError);
    await expect(elsewhere).rejects.toThrow('BIND_HOST: this machine has no address 203.0.113.7');
  });

  it('fails on a port that can’t be', async () => {
    await expect(serve(undefined, 65_536)).rejects.toThrow(/65536/);
  });
});

describe('R-4.14 a server that closes', () => {
  it('lets the request in flight finish, and takes no new one', async () => {
    const { handler, hasArrived, letGo } = holding();
    const server = await serve(handler);
    const agent = new Agent({ keepAlive: true });
    const answer = ask(server, agent);
    await hasArrived;
    let closed = false;
    const closing = server.close().then(() => {
      closed = true;
    });
    expect(await isRefused(server.port)).toBe(true);
    expect(closed).toBe(false);
    letGo();
    expect(await answer).toBe('done');
    await closing;
    agent.destroy();
  });

  // Each would hold the server for its keep-alive time of 65 s, past every grace time: the test's own limit would end it.
  it('does not wait for a connection that idles after its request', async () => {
    const server = await serve();
    const agent = new Agent({ keepAlive: true });
    expect(await ask(server, agent)).toBe('here');
    await server.close();
    agent.destroy();
  });

  it('does not wait for a connection on which nothing was ever asked', async () => {
    const server = await serve();
    const socket = connect(server.port, '127.0.0.1');
    await once(socket, 'connect');
    const ended = once(socket, 'close');
    await server.close();
    await ended;
  });

  it('does not wait for one that falls idle only then', async () => {
    const { handler, hasArrived, letGo } = holding();
    const server = await serve(handler);
    const agent = new Agent({ keepAlive: true });
    const answer = ask(server, agent);
    await hasArrived;
    const closing = server.close();
    letGo();
    await answer;
    await closing;
    agent.destroy();
  });

  it('cuts what is not over after its grace time: a request that never ends, and one that is never handled', async () => {
    const { handler, hasArrived } = holding();
    const server = await serve(handler);
    const half = connect(server.port, '127.0.0.1');
    await once(half, 'connect');
    half.write('POST / HTTP/1.1\r\nhost: here\r\ncontent-length: 10\r\n');
    const agent = new Agent({ keepAlive: true });
    const answer = ask(server, agent);
    await hasArrived;
    const cut = Promise.all([once(half, 'close'), expect(answer).rejects.toThrow('socket hang up')]);
    const began = performance.now();
    await server.close(200);
    expect(performance.now() - began).toBeGreaterThanOrEqual(195);
    expect(performance.now() - began).toBeLessThan(10_000);
    await cut;
  });
});
