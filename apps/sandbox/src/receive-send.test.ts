import { describe, expect, it, vi } from 'vitest';
import { startSandbox } from './start-sandbox.js';
import { keyOf, useSandbox } from './testing/use-sandbox.js';

const sandbox = useSandbox();
const IMPATIENT_MS = 250;

describe('faults that refuse, as the SDK sees them', () => {
  it.each([
    [{ mode: 'throttle' }, 'Throttling', 400],
    [{ mode: 'reject' }, 'MessageRejected', 400],
    [{ mode: 'auth' }, 'InvalidClientTokenId', 403],
    [{ mode: 'error' }, 'ServiceUnavailable', 503],
    [{ mode: 'error', status: 500 }, 'InternalFailure', 500],
    [{ mode: 'error', status: 429 }, 'TooManyRequests', 429],
  ])('%j is %s with %i, and is not counted', async (fault, name, httpStatusCode) => {
    await sandbox.fault({ provider: 'ses', ...fault });
    expect(await sandbox.refusal({ key: keyOf(1) })).toMatchObject({ name, $metadata: { httpStatusCode } });
    expect(await sandbox.counts()).toEqual({ total: 0, keys: 0, duplicates: [] });
  });

  it.each(['throttle', 'error'])('%s carries Retry-After when asked to', async (mode) => {
    await sandbox.fault({ mode, retryAfter: 7 });
    expect((await sandbox.refusal()).$response.headers['retry-after']).toBe('7');
    await sandbox.call('DELETE', '/sandbox/faults');
    await sandbox.fault({ mode });
    expect((await sandbox.refusal()).$response.headers).not.toHaveProperty('retry-after');
  });

  it('no_message_id answers 200 without an id, and is not counted', async () => {
    await sandbox.fault({ mode: 'no_message_id' });
    const answer = await sandbox.send();
    expect(answer.$metadata.httpStatusCode).toBe(200);
    expect(answer.MessageId).toBeUndefined();
    expect((await sandbox.counts()).total).toBe(0);
  });

  it('hang stays silent until the client gives up, and is not counted', async () => {
    await sandbox.fault({ mode: 'hang' });
    expect(await sandbox.refusal({}, sandbox.client(IMPATIENT_MS))).toMatchObject({ name: 'TimeoutError' });
    expect((await sandbox.counts()).total).toBe(0);
  });
});

describe('faults that accept, as the SDK sees them', () => {
  it('timeout_after_accept counts, then stays silent', async () => {
    await sandbox.fault({ mode: 'timeout_after_accept' });
    expect(await sandbox.refusal({ key: keyOf(1) }, sandbox.client(IMPATIENT_MS))).toMatchObject({
      name: 'TimeoutError',
    });
    expect(await sandbox.counts()).toEqual({ total: 1, keys: 1, duplicates: [] });
  });

  it('disconnect_after_accept counts, then breaks the connection', async () => {
    await sandbox.fault({ mode: 'disconnect_after_accept' });
    expect(await sandbox.refusal()).toMatchObject({ code: 'ECONNRESET' });
    expect((await sandbox.counts()).total).toBe(1);
  });

  it('no_message_id_after_accept counts, and answers without an id', async () => {
    await sandbox.fault({ mode: 'no_message_id_after_accept' });
    expect((await sandbox.send()).MessageId).toBeUndefined();
    expect((await sandbox.counts()).total).toBe(1);
  });

  it('latency counts at once and answers after the delay', async () => {
    await sandbox.fault({ mode: 'latency', delayMs: 600 });
    const begun = performance.now();
    let answered = false;
    const sent = sandbox.send().finally(() => {
      answered = true;
    });
    await vi.waitFor(async () => expect((await sandbox.counts()).total).toBe(1));
    expect(answered).toBe(false);
    expect((await sent).MessageId).toBeDefined();
    expect(performance.now() - begun).toBeGreaterThan(590);
  });

  it('a key that is accepted again is a duplicate, whatever the client heard', async () => {
    await sandbox.fault({ mode: 'disconnect_after_accept', count: 1 });
    await sandbox.refusal({ key: keyOf(9) });
    await sandbox.send({ key: keyOf(9) });
    await sandbox.send({ key: keyOf(10) });
    expect(await sandbox.counts()).toEqual({ total: 3, keys: 2, duplicates: [{ key: keyOf(9), count: 2 }] });
  });
});

describe('which send a fault hits', () => {
  it('count is the number of firings left', async () => {
    await sandbox.fault({ mode: 'throttle', count: 2 });
    await sandbox.refusal();
    expect((await sandbox.call('GET', '/sandbox/faults')).json.faults[0].count).toBe(1);
    await sandbox.refusal();
    expect((await sandbox.send()).MessageId).toBeDefined();
    expect((await sandbox.call('GET', '/sandbox/faults')).json.faults).toEqual([]);
  });

  it('selects by address without case, by key, by provider and by channel', async () => {
    await sandbox.fault({ mode: 'reject', to: 'ASHA@example.com' });
    await sandbox.fault({ mode: 'auth', key: keyOf(7) });
    await sandbox.fault({ mode: 'throttle', provider: 'twilio' });
    await sandbox.fault({ mode: 'throttle', channel: 'sms' });
    expect((await sandbox.refusal({ to: 'asha@EXAMPLE.com' })).name).toBe('MessageRejected');
    expect((await sandbox.refusal({ to: 'b@example.com', key: keyOf(7) })).name).toBe('InvalidClientTokenId');
    expect((await sandbox.send({ to: 'b@example.com', key: keyOf(8) })).MessageId).toBeDefined();
    await sandbox.fault({ mode: 'error', channel: 'email' });
    expect((await sandbox.refusal({ to: 'b@example.com', key: keyOf(8) })).name).toBe('ServiceUnavailable');
  });

  it('tries faults in the order posted, and lets the first that fires win', async () => {
    await sandbox.fault({ mode: 'auth', rate: 0 });
    await sandbox.fault({ mode: 'reject', count: 1 });
    await sandbox.fault({ mode: 'throttle' });
    expect((await sandbox.refusal()).name).toBe('MessageRejected');
    expect((await sandbox.refusal()).name).toBe('Throttling');
  });
});

describe('shutting down', () => {
  it('closes at once though a client is kept waiting', async () => {
    const app = await startSandbox({ host: '127.0.0.1', port: 0 });
    await fetch(`${app.url}/sandbox/faults`, { method: 'POST', body: '{"mode":"timeout_after_accept"}' });
    const body =
      'Action=SendEmail&Source=a@b.c&Destination.ToAddresses.member.1=a@b.c&Message.Subject.Data=x&Message.Body.Text.Data=x';
    const waiting = fetch(`${app.url}/ses`, { method: 'POST', body }).catch((error) => error);
    await vi.waitFor(async () =>
      expect(await (await fetch(`${app.url}/sandbox/counts`)).json()).toMatchObject({ total: 1 }),
    );
    await app.close();
    expect(await waiting).toBeInstanceOf(TypeError);
  });
});
