import { createServer, type Server, Socket } from 'node:net';
import { createApiKey } from '@crier/db';
import { testDatabase, until } from '@crier/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { anEvent, type IntakeUnderTest, startIntake } from './intake.test-support.js';

const cleanUp: (() => Promise<void> | void)[] = [];
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
  const listen = (port: number) =>
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
  const port = await listen(0);
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const url = new URL(database.url);
  url.port = String(port);
  cleanUp.push(async () => {
    cut();
    server.close();
    await database.drop();
  });
  return {
    url: url.href,
    away: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        cut();
      }),
    back: () => listen(port),
    silence: (on: boolean) => {
      silent = on;
      if (!on) cut();
    },
  };
};

const intakeOn = async (databaseUrl: string): Promise<IntakeUnderTest> => {
  const intake = await startIntake({ databaseUrl, storageTimeoutMs: 300 });
  cleanUp.push(intake.close);
  return intake;
};

const isReady = async (intake: IntakeUnderTest) => (await intake.send('GET', '/readyz')).status === 200;

describe('R-1.6 when Postgres is away', () => {
  it('answers 503 with Retry-After, says so on /readyz, and accepts again when it is back', async () => {
    const postgres = await interruptible();
    const intake = await intakeOn(postgres.url);
    expect((await intake.send('POST', '/v1/events', anEvent())).status).toBe(202);
    await postgres.away();
    const event = anEvent();
    const refused = await intake.send('POST', '/v1/events', event);
    expect(refused).toMatchObject({ status: 503, json: { code: 'unavailable' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await isReady(intake)).toBe(false);
    expect((await intake.send('POST', '/v1/events/batch', [event])).status).toBe(503);
    await postgres.back();
    await until(() => isReady(intake), { what: 'intake to be ready again' });
    expect((await intake.send('POST', '/v1/events', event)).status).toBe(202);
  });

  it('answers a stored key as well as the development key when Postgres is silent, known or not', async () => {
    const postgres = await interruptible();
    const intake = await intakeOn(postgres.url);
    const keyFor = async (name: string) =>
      (await createApiKey(intake.sql, { name, source: name, mode: 'live', scopes: ['events'] })).secret;
    const [known, unknown] = [await keyFor('known'), await keyFor('unknown')];
    const as = (secret: string) => ({ authorization: `Bearer ${secret}` });
    expect((await intake.send('POST', '/v1/events', anEvent(), as(known))).status).toBe(202);
    postgres.silence(true);
    expect((await intake.send('POST', '/v1/events', anEvent(), as(known))).status).toBe(503);
    expect((await intake.send('POST', '/v1/events', anEvent(), as(unknown))).status).toBe(503);
    postgres.silence(false);
  });

  it('goes on when one statement is slow: only its own caller is told', async () => {
    const intake = await startIntake({ storageTimeoutMs: 300 });
    cleanUp.push(intake.close);
    await intake.send('PUT', '/v1/recipients/slow', { name: 'Slow' });
    const held = await intake.sql.reserve();
    await held`BEGIN`;
    await held`SELECT FROM recipients WHERE id = 'slow' FOR UPDATE`;
    expect((await intake.send('PUT', '/v1/recipients/slow', { name: 'Slower' })).status).toBe(503);
    expect((await intake.send('POST', '/v1/events', anEvent())).status).toBe(202);
    await held`ROLLBACK`;
    held.release();
  });

  it('answers 503 when Postgres is silent, and the event posted again is stored once', async () => {
    const postgres = await interruptible();
    const intake = await intakeOn(postgres.url);
    await intake.send('POST', '/v1/events', anEvent());
    const event = anEvent();
    postgres.silence(true);
    expect((await intake.send('POST', '/v1/events', event)).status).toBe(503);
    postgres.silence(false);
    await until(() => isReady(intake), { what: 'intake to be ready again' });
    const answer = await until(
      async () => {
        const a = await intake.send('POST', '/v1/events', event);
        return a.status < 300 ? a : undefined;
      },
      { what: 'the event to be taken' },
    );
    const rows = await intake.sql`SELECT id FROM events WHERE id = ${answer.json.id}`;
    expect(rows).toHaveLength(1);
  });
});

it('R-1.1 a row that Postgres refuses does not fail its neighbours in the shared commit', async () => {
  const intake = await startIntake();
  cleanUp.push(intake.close);
  await intake.sql`ALTER TABLE events ADD CONSTRAINT poison CHECK (entity_id NOT LIKE 'POISON%')`;
  const entity = (id: string) => ({ type: 'purchase_order', id, version: 1 });
  const events = Array.from({ length: 40 }, (_, i) => anEvent({ entity: entity(i === 17 ? 'POISON' : `PO-${i}`) }));
  const answers = await Promise.all(events.map((event) => intake.send('POST', '/v1/events', event)));
  expect(answers.map((a) => a.status)).toEqual(events.map((_, i) => (i === 17 ? 500 : 202)));
});
