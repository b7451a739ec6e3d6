import { createServer, type Server, Socket } from 'node:net';
import { testDatabase, until } from '@crier/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type Accepted,
  type CallbacksUnderTest,
  one,
  rsa,
  sesDelivery,
  snsMessage,
  startCallbacks,
} from './callbacks.test-support.js';

const cleanUp: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

/** A Postgres that a test can take away, silence and bring back: a relay in front of the real one. */
const interruptible = async () => {
  const database = await testDatabase();
  const real = new URL(database.url);
  const sockets = new Set<Socket>();
  let silent = false;
  let server: Server;
  const listenOn = (port: number) =>
    new Promise<number>((resolve) => {
      server = createServer((client) => {
        const upstream = new Socket().connect(Number(real.port), real.hostname);
        for (const socket of [client, upstream]) {
          sockets.add(socket);
          socket.on('error', () => {}).on('close', () => sockets.delete(socket));
        }
        client.on('data', (data) => silent || upstream.write(data)).on('close', () => upstream.destroy());
        upstream.on('data', (data) => silent || client.write(data)).on('close', () => client.destroy());
      }).listen(port, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
    });
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const port = await listenOn(0);
  const url = new URL(database.url);
  url.port = String(port);
  cleanUp.push(async () => {
    server.close();
    cut();
    await database.drop();
  });
  return {
    url: url.href,
    away: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        cut();
      }),
    back: () => listenOn(port),
    silence: (on: boolean) => {
      silent = on;
      if (!on) cut();
    },
  };
};

const amazon = rsa();
const start = async (databaseUrl: string): Promise<CallbacksUnderTest> => {
  const callbacks = await startCallbacks({ databaseUrl, sns: amazon.publicKey, storageTimeoutMs: 300 });
  cleanUp.push(callbacks.close);
  return callbacks;
};
const news = (callbacks: CallbacksUnderTest, delivery: Accepted) => {
  const message = snsMessage(amazon.privateKey, { Message: sesDelivery(delivery) });
  return () => callbacks.post('/callbacks/ses', message);
};
const isReady = async (callbacks: CallbacksUnderTest) => (await callbacks.get('/readyz')).status === 200;

describe('R-10.1 when PostgreSQL is away the provider is asked to send it again', () => {
  it.each(['away', 'silent'] as const)('%s: 503, and taken when it is back', async (how) => {
    const postgres = await interruptible();
    const callbacks = await start(postgres.url);
    const delivery = await one(callbacks);
    const send = news(callbacks, delivery);
    if (how === 'away') await postgres.away();
    else postgres.silence(true);
    expect(await send()).toEqual({ status: 503, code: 'unavailable' });
    expect(await isReady(callbacks)).toBe(false);
    expect((await callbacks.get('/livez')).status).toBe(200);
    if (how === 'away') await postgres.back();
    else postgres.silence(false);
    await until(async () => (await send()).status === 204, { what: 'the callback to be taken' });
    expect(await callbacks.stateOf(delivery.id)).toBe('delivered');
    expect(await isReady(callbacks)).toBe(true);
  });
});

it('R-10.1 a thousand callbacks at once are each recorded once', async () => {
  const database = await testDatabase();
  cleanUp.push(database.drop);
  const callbacks = await startCallbacks({ databaseUrl: database.url, sns: amazon.publicKey });
  cleanUp.push(callbacks.close);
  const sends = (await callbacks.accepted(1_000)).map((delivery) => news(callbacks, delivery));
  const answers = await Promise.all(sends.map((send) => send()));
  expect(answers.filter(({ status }) => status !== 204)).toEqual([]);
  const rows = await callbacks.sql`SELECT state, log_seq, count(*)::int AS n FROM deliveries GROUP BY 1, 2`;
  expect(rows).toEqual([{ state: 'delivered', log_seq: 2, n: 1_000 }]);
}, 60_000);
