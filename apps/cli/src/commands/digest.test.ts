import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beginDigests, createSql } from '@crier/db';
import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { crier } from '../cli.test-support.js';

let database: TestDatabase;
let server: Server;
let status = 200;
const posted: string[] = [];
const NOW = Date.UTC(2026, 0, 2, 9, 0);

beforeAll(async () => {
  database = await testDatabase();
  server = createServer(async (req, res) => {
    const body = JSON.parse(Buffer.concat(await req.toArray()).toString());
    if (status === 200) posted.push(body.text);
    res.writeHead(status).end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await database.drop();
});

const digest = (...args: string[]) =>
  crier(
    ['digest', ...args],
    {
      databaseUrl: database.url,
      boardUrl: 'https://crier.example.com/',
      chat: { kind: 'slack', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` },
    },
    { nowMs: () => NOW },
  );

it('R-8.4 shows what the next digest would tell, and posts nothing', async () => {
  const { status: exit, out } = await digest();
  expect(exit).toBe(0);
  expect(out).toMatch(/^Daily digest: 0 died, 0 open\n {2}From: 2026-01-01 09:00 UTC\n {2}To: 2026-01-02 09:00 UTC/);
  expect(out).toContain('Dead letters: https://crier.example.com/dead-letters');
  expect(JSON.parse((await digest('--json')).out)).toMatchObject({ groups: [], open: 0, waitingForRedrive: 0 });
  expect(posted).toEqual([]);
});

it('R-8.4 says when the chat did not take it, and posts it the next time, once a day', async () => {
  status = 500;
  const failed = await digest('--post');
  expect(failed.status).toBe(1);
  expect(failed.err).toContain('the chat did not take the digest of 2026-01-02 (500 ok)');
  status = 200;
  expect(await digest('--post')).toMatchObject({ status: 0, out: 'The digest of 2026-01-02 is posted.' });
  expect(JSON.parse((await digest('--post', '--json')).out)).toEqual({ day: '2026-01-02', posted: false });
  expect(posted).toEqual(['📋 Daily digest: 0 died, 0 open']);
});

it('R-8.4 posts by hand on the first day, of which a scheduler would tell nothing', async () => {
  const sql = createSql({ url: database.url, max: 1, app: 'test' });
  await sql`TRUNCATE digests`;
  await beginDigests(sql, { day: '2026-01-02', atMs: Date.UTC(2026, 0, 2, 8, 30) });
  expect((await digest('--post')).out).toBe('The digest of 2026-01-02 is posted.');
  expect(await sql`SELECT from_at, to_at FROM digests`).toEqual([
    { from_at: '2026-01-01 08:30:00+00', to_at: '2026-01-02 09:00:00+00' },
  ]);
  await sql.end();
});

it('names what is missing when there is no chat', async () => {
  const { status: exit, err } = await crier(['digest', '--post'], { databaseUrl: database.url });
  expect(exit).toBe(1);
  expect(err).toContain('OPS_CHAT_WEBHOOK_URL');
});
