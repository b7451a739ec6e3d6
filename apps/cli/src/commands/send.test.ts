import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { problemOf } from '@crier/domain';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { crier } from '../cli.test-support.js';

const ACCEPTED = { id: '0193a1b2-0000-8000-8000-000000000001', key: '0193a1b2000080008000000000000001' };
const accepted = { status: 202, body: { ...ACCEPTED, duplicate: false, status: 'accepted' } as unknown };

// The wire as intake answers it; the whole way through the real one is in the standalone's tests.
let seen: { path: string | undefined; headers: IncomingHttpHeaders; body: string } | undefined;
let answer: { status: number; body: unknown };
const server = createServer(async (req, res) => {
  seen = { path: `${req.method} ${req.url}`, headers: req.headers, body: await text(req) };
  res.writeHead(answer.status, { 'content-type': 'application/json' });
  res.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
});
let intakeUrl: string;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  intakeUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  seen = undefined;
  answer = accepted;
});

const EVENT = '{ "type": "invoice.issued",  "occurredAt": "2020-01-01T00:00:00Z", "data": { "total": 10.50 } }';
const send = (args: string[], apiKey?: string, input = EVENT) =>
  crier(['send', 'event.json', ...args], { intakeUrl, apiKey }, { readText: async () => input });

it('posts the file as it is, with the key, and prints the id', async () => {
  const { status, out, err } = await send([], 'crier_live_x');
  expect({ status, err }).toEqual({ status: 0, err: '' });
  expect(out).toBe(`202 accepted\n  id  ${ACCEPTED.id}\n  key ${ACCEPTED.key}`);
  expect(seen).toMatchObject({
    path: 'POST /v1/events',
    body: EVENT,
    headers: { authorization: 'Bearer crier_live_x', 'content-type': 'application/json' },
  });
});

it('puts the present instant into occurredAt with --now and changes nothing else', async () => {
  expect((await send(['--now'])).status).toBe(0);
  expect(JSON.parse(seen?.body ?? '')).toEqual({ ...JSON.parse(EVENT), occurredAt: '2026-01-02T03:04:05.678Z' });
});

it('says that a duplicate sends nothing again, which is no failure', async () => {
  answer = { status: 200, body: { ...ACCEPTED, duplicate: true, status: 'accepted' } };
  expect(await send([])).toMatchObject({ status: 0, out: expect.stringMatching(/^200 duplicate: .*nothing is sent/) });
});

it('lists the faulty fields of a refused event and exits 1', async () => {
  const errors = [{ pointer: '/recipients/0/email', code: 'wrong_type', detail: 'Must be a string.' }];
  answer = { status: 422, body: problemOf('invalid', '1 field(s) are not valid.', errors) };
  const { status, out, err } = await send([]);
  expect({ status, out }).toEqual({ status: 1, out: '' });
  expect(err).toBe(
    '422 The body is readable but not valid. 1 field(s) are not valid.\n  /recipients/0/email  wrong_type: Must be a string.',
  );
  const json = await send(['--json']);
  expect(json.status).toBe(1);
  expect(JSON.parse(json.out)).toMatchObject({ status: 422, errors });
});

it('says how to get a key when intake knows none', async () => {
  answer = { status: 401, body: problemOf('unauthorized', 'This API key is unknown or revoked.') };
  expect(await send([])).toMatchObject({ status: 1, err: expect.stringContaining('Set CRIER_API_KEY') });
});

it('shows an answer that is not from intake as it came, and exits 1 whatever its status', async () => {
  answer = { status: 502, body: '<html>Bad Gateway</html>' };
  expect(await send([])).toMatchObject({ status: 1, err: '502 <html>Bad Gateway</html>' });
});

it('needs one JSON object for --now', async () => {
  for (const input of ['{ "a": ', '[]', '7']) {
    const { status, err } = await send(['--now'], undefined, input);
    expect(status).toBe(1);
    expect(err).toMatch(/event\.json is not (JSON|one event)/);
  }
  expect(seen).toBeUndefined();
});

it('uses the Crier that runs in the folder above, with the key of a development start', async () => {
  const home = mkdtempSync(join(tmpdir(), 'crier-cli-'));
  mkdirSync(join(home, '.local'));
  mkdirSync(join(home, 'deep'));
  const file = { databaseUrl: 'd', redisUrl: 'r', urls: { intake: intakeUrl }, pids: {} };
  writeFileSync(join(home, '.local', 'run.json'), JSON.stringify(file));
  const { status } = await crier(['send', '-'], {}, { cwd: join(home, 'deep'), readText: async () => EVENT });
  rmSync(home, { recursive: true });
  expect(status).toBe(0);
  expect(seen?.headers.authorization).toBe('Bearer crier-dev-key');
});

it('names the address when nobody answers there', async () => {
  const { status, err } = await crier(
    ['send', '-'],
    { intakeUrl: 'http://127.0.0.1:9' },
    { readText: async () => EVENT },
  );
  expect(status).toBe(1);
  expect(err).toMatch(/^crier: intake does not answer at http:\/\/127\.0\.0\.1:9 \(.+\)/);
});
