import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { startSandbox } from '../start-sandbox.js';
import { type Call, useReceiver } from '../testing/use-receiver.js';
import { keyOf, useSandbox } from '../testing/use-sandbox.js';

const receiver = useReceiver();
const draws: number[] = [];
let skippedMs = 0;
const sandbox = useSandbox(() => ({
  callbacksUrl: `${receiver.url()}/`,
  now: () => Date.now() + skippedMs,
  random: () => draws.shift() ?? 0,
}));

const keyIn = (call: Call): string => JSON.parse(JSON.parse(call.body).Message).mail.tags['crier-key'][0];
const stateOf = async (provider: string) =>
  (await sandbox.call('GET', '/sandbox/callbacks')).json.callbacks.find(
    (each: { provider: string }) => each.provider === provider,
  );

describe('callbacks', () => {
  it.each([['timeout_after_accept'], ['disconnect_after_accept'], ['no_message_id_after_accept'], ['latency']])(
    'come for what %s accepted, though its sender may know nothing of it',
    async (mode) => {
      await sandbox.callbacks({ provider: 'ses', delayMs: 0 });
      await sandbox.fault({ mode });
      void sandbox.send({ key: keyOf(1) }, sandbox.client(250)).catch(() => {});
      expect(keyIn(await receiver.call())).toBe(keyOf(1));
    },
  );

  it.each(['throttle', 'reject', 'auth', 'error', 'no_message_id'])('do not come for what %s refused', async (mode) => {
    await sandbox.callbacks({ provider: 'ses', delayMs: 0 });
    await sandbox.fault({ mode, count: 1 });
    await sandbox.send({ key: keyOf(1) }).catch(() => {});
    await sandbox.send({ key: keyOf(2) });
    expect(keyIn(await receiver.call())).toBe(keyOf(2));
    await vi.waitFor(async () => expect((await stateOf('ses')).pending).toBe(0));
    expect(receiver.calls()).toHaveLength(1);
  });

  it('come when the delay after acceptance is over, not before', async () => {
    await sandbox.callbacks({ provider: 'ses', delayMs: 500 });
    const begunMs = performance.now();
    await sandbox.send();
    expect((await receiver.call()).atMs - begunMs).toBeGreaterThan(490);
  });

  it('come again as often as there are duplicates, each the same', async () => {
    await sandbox.callbacks({ provider: 'ses', delayMs: 0, duplicates: 3 });
    await sandbox.send({ key: keyOf(1) });
    const bodies = (await receiver.received(4)).map(({ body }) => body);
    expect(new Set(bodies).size).toBe(1);
    await vi.waitFor(async () => expect(await stateOf('ses')).toMatchObject({ pending: 0 }));
    expect(receiver.calls()).toHaveLength(4);
  });

  it('overtake one another when shuffled, each late by as much as chance has it', async () => {
    draws.push(0.9, 0.45, 0);
    await sandbox.callbacks({ provider: 'ses', delayMs: 0, shuffle: true });
    const ses = sandbox.client();
    for (const n of [1, 2, 3]) await sandbox.send({ key: keyOf(n) }, ses);
    expect((await receiver.received(3)).map(keyIn)).toEqual([keyOf(3), keyOf(2), keyOf(1)]);
  });

  it('are tried every second until there is a 2xx', async () => {
    const statuses = [500, 302, 404];
    receiver.answer(() => statuses.shift() ?? 200);
    await sandbox.callbacks({ provider: 'ses', delayMs: 0 });
    await sandbox.send();
    const calls = await receiver.received(4);
    expect(new Set(calls.map(({ body }) => body)).size).toBe(1);
    const gaps = calls.slice(1).map(({ atMs }, n) => atMs - (calls[n]?.atMs ?? 0));
    for (const gap of gaps) expect(gap).toBeGreaterThan(990);
    await vi.waitFor(async () => expect((await stateOf('ses')).pending).toBe(0));
    expect(receiver.calls()).toHaveLength(4);
  });

  it('are given up after five minutes, and counted', async () => {
    receiver.answer(() => {
      if (receiver.calls().length === 2) skippedMs += 300_000;
      return 503;
    });
    const { failed } = await stateOf('ses');
    await sandbox.callbacks({ provider: 'ses', delayMs: 0 });
    await sandbox.send();
    await receiver.received(2);
    await vi.waitFor(async () => expect(await stateOf('ses')).toMatchObject({ pending: 0, failed: failed + 1 }));
    expect(receiver.calls()).toHaveLength(2);
  });

  it('that are pending are forgotten when they are switched off', async () => {
    await sandbox.callbacks({ provider: 'ses', delayMs: 1000 });
    await sandbox.send({ key: keyOf(1) });
    expect((await stateOf('ses')).pending).toBe(1);
    expect((await sandbox.call('DELETE', '/sandbox/callbacks')).status).toBe(204);
    expect(await stateOf('ses')).toMatchObject({ on: false, pending: 0, delayMs: 1000 });
    await sandbox.send({ key: keyOf(2) });
    await sandbox.callbacks({ provider: 'ses', delayMs: 1200 });
    await sandbox.send({ key: keyOf(3) });
    expect(keyIn(await receiver.call())).toBe(keyOf(3));
  });

  it('of one provider leave the others alone', async () => {
    await sandbox.callbacks({ provider: 'sendgrid', delayMs: 0 });
    await sandbox.send({ key: keyOf(1) });
    await sandbox.callbacks({ provider: 'ses', delayMs: 0 });
    await sandbox.send({ key: keyOf(2) });
    expect(keyIn(await receiver.call())).toBe(keyOf(2));
    expect(await stateOf('sendgrid')).toMatchObject({ pending: 0, delivered: 0 });
  });
});

describe('callbacks from the start', () => {
  it('wait for a receiver that is not there yet, and end with the sandbox', async () => {
    const late = createServer((_req, res) => res.end());
    await once(late.listen(0, '127.0.0.1'), 'listening');
    const { port } = late.address() as AddressInfo;
    await once(late.close(), 'close');

    const callbacksUrl = `http://127.0.0.1:${port}`;
    const app = await startSandbox({ host: '127.0.0.1', port: 0, callbacksUrl, callbacks: { ses: { delayMs: 0 } } });
    const body =
      'Action=SendEmail&Source=a@b.c&Destination.ToAddresses.member.1=a@b.c&Message.Subject.Data=x&Message.Body.Text.Data=x';
    await fetch(`${app.url}/ses`, { method: 'POST', body });
    const called = once(late, 'request');
    await once(late.listen(port, '127.0.0.1'), 'listening');
    await called;
    await app.close();
    late.closeAllConnections();
    await once(late.close(), 'close');
  });
});
