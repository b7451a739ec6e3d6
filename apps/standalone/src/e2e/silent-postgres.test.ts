import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { createSql } from '@crier/db';
import { startTcpProxy, testDatabase, until } from '@crier/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { startCrier } from './crier.test-support.js';

const EXAMPLE = JSON.parse(
  readFileSync(new URL('../../../../examples/purchase_order.approved.json', import.meta.url), 'utf8'),
);
const EVENTS = 200;
const OUTAGE_MS = 3_000;
/** 15 s until the last silent connection is given up, 5 s until the last attempt to connect is, and the work itself. */
const BACK_WITHIN_MS = 40_000;

const anEvent = (n: number) => ({
  ...EXAMPLE,
  entity: { ...EXAMPLE.entity, id: `SILENT-${n}` },
  occurredAt: new Date().toISOString(),
  recipients: [{ id: `u-${n}`, email: `u-${n}@example.com` }],
});

it('R-1.6 R-4.4 a route to Postgres that swallows packets for a while: all apps come back by themselves, nothing is lost or doubled', async () => {
  const database = await testDatabase();
  const proxy = await startTcpProxy(database.url);
  const crier = await startCrier({ env: { DATABASE_URL: proxy.url } });
  const sql = createSql({ url: database.url, max: 2, app: 'watcher' });
  onTestFinished(async () => {
    await crier.stop();
    await sql.end();
    proxy.close();
    await database.drop();
  }, 60_000);
  const post = async (n: number): Promise<void> => {
    const event = anEvent(n);
    await until(async () => (await crier.post(event)).status < 300, {
      what: 'the event to be taken',
      timeoutMs: 90_000,
    });
  };

  const posts: Promise<void>[] = [];
  for (let n = 0; n < EVENTS; n++) {
    posts.push(post(n));
    if (n === EVENTS / 2) {
      // In the midst of accepting, routing and sending.
      await until(async () => (await sql`SELECT FROM deliveries WHERE state = 'accepted' LIMIT 1`).length === 1, {
        what: 'the first to be sent',
        timeoutMs: 30_000,
      });
      proxy.silence('both');
      await pause(OUTAGE_MS);
      proxy.silence('none');
    }
  }
  await post(EVENTS);
  await until(
    async () =>
      (
        await sql`SELECT FROM deliveries d JOIN events e ON e.id = d.event_id WHERE e.entity_id = ${`SILENT-${EVENTS}`} AND state = 'accepted'`
      ).length === 1,
    { what: 'a new event to be sent', timeoutMs: BACK_WITHIN_MS },
  );
  await Promise.all(posts);
  await until(
    async () => {
      const [row] = await sql<{ n: number }[]>`SELECT count(*)::int AS n FROM deliveries WHERE state = 'accepted'`;
      return row?.n === EVENTS + 1;
    },
    { what: 'all to be sent', timeoutMs: 90_000 },
  );

  const { keys, duplicates } = await crier.counts();
  expect(keys).toBe(EVENTS + 1);
  const resent = await sql<{ id: string; resends: number }[]>`SELECT id, resends FROM deliveries WHERE resends > 0`;
  const admitted = new Map(resent.map(({ id, resends }) => [id.replaceAll('-', ''), resends]));
  expect(duplicates.filter(({ key, count }) => count > 1 + (admitted.get(key) ?? 0))).toEqual([]);
}, 240_000);
