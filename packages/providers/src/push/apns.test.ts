import { constants } from 'node:http2';
import type { ProviderAnswer } from '@crier/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createApns } from './apns.js';
import {
  type ApnsServer,
  answer,
  sendThrough,
  settings,
  signingKey,
  startApns,
  taken,
} from './apns-server.test-support.js';
import { push } from './push-message.test-support.js';
import { readJwt } from './read-jwt.test-support.js';

let apple: ApnsServer;
const UUID = '0192f0a1-b2c3-8abc-8def-0123456789ab';

beforeAll(async () => {
  apple = await startApns(taken);
});
afterAll(() => apple.close());
beforeEach(() => {
  apple.requests.length = 0;
  apple.sessions.length = 0;
  apple.reply = taken;
});

/** The one request that a push makes. */
const sent = async (change: Parameters<typeof push>[0] = {}) => {
  await sendThrough(settings(apple.url), push(change));
  expect(apple.requests).toHaveLength(1);
  const [{ headers, body } = { headers: {}, body: '' }] = apple.requests;
  return { headers, payload: JSON.parse(body) };
};

/** A provider that stays, with a clock that is set by hand. */
const lasting = () => {
  const clock = { nowMs: 1_796_000_000_000 };
  const apns = createApns({ ...settings(apple.url), nowMs: () => clock.nowMs });
  onTestFinished(apns.close);
  const send = (signal = AbortSignal.timeout(5_000)): Promise<ProviderAnswer> => apns.send(push(), signal);
  return { clock, send };
};

describe('an acceptance', () => {
  it('carries the apns-id, which is our key', async () => {
    expect(await sendThrough(settings(apple.url))).toEqual({ kind: 'accepted', messageId: UUID, status: 200 });
  });

  it('R-4.6 without an apns-id is a failure', async () => {
    apple.reply = answer(200, '');
    const expected = { kind: 'refused', failure: 'transient', code: 'accepted_without_id', withoutId: true };
    expect(await sendThrough(settings(apple.url))).toMatchObject(expected);
  });

  it('R-4.9a that APNs does not give proves nothing', async () => {
    apple.reply = answer(204, '');
    expect(await sendThrough(settings(apple.url))).toMatchObject({ kind: 'ambiguous', code: 'http_204' });
  });
});

describe('the request', () => {
  it('R-4.13 names the device, the app and the delivery', async () => {
    const { headers, payload } = await sent();
    expect(headers).toMatchObject({
      ':method': 'POST',
      ':path': `/3/device/${'a'.repeat(64)}`,
      'apns-id': UUID,
      'apns-topic': 'com.example.erp',
      'apns-push-type': 'alert',
      'apns-expiration': '1796003600',
      'apns-priority': '5',
      'apns-collapse-id': 'purchase_order:PO-4482',
    });
    expect(payload).toEqual({
      aps: { alert: { title: 'Order PO-4482', body: 'Café & Söhne has approved it.' } },
      crier_key: '0192f0a1b2c38abc8def0123456789ab',
      url: 'https://erp.example.com/po/4482',
    });
  });

  it('is signed by the team', async () => {
    const { headers } = await sent();
    const token = /^bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    expect(readJwt(token, signingKey).claims).toEqual({ iss: 'TEAM567890', iat: 1_796_000_000 });
  });

  it('is urgent at 10, never kept at 0, and leaves out what there is not', async () => {
    const { headers, payload } = await sent({ urgent: true, ttlSeconds: 0, collapseKey: null, url: null });
    expect(headers).toMatchObject({ 'apns-priority': '10', 'apns-expiration': '0' });
    expect(headers).not.toHaveProperty('apns-collapse-id');
    expect(payload).not.toHaveProperty('url');
  });

  it('lets a token stay where it belongs', async () => {
    expect((await sent({ token: '../device/x?y#z' })).headers[':path']).toBe('/3/device/..%2Fdevice%2Fx%3Fy%23z');
  });
});

describe('R-4.7 the provider token', () => {
  it('is one for many calls, and another after APNs called it expired', async () => {
    const { clock, send } = lasting();
    const tokens = () => new Set(apple.requests.map(({ headers }) => headers.authorization));
    await Promise.all([send(), send()]);
    clock.nowMs += 30 * 60_000;
    apple.reply = answer(403, { reason: 'ExpiredProviderToken' });
    expect(await send()).toMatchObject({ failure: 'configuration' });
    expect(tokens().size).toBe(1);
    apple.reply = taken;
    expect(await send()).toMatchObject({ kind: 'accepted' });
    expect(tokens().size).toBe(2);
  });

  it.each(['InvalidProviderToken', 'TooManyProviderTokenUpdates'])(
    'stays after %s: another would be no better',
    async (reason) => {
      const { clock, send } = lasting();
      apple.reply = answer(403, { reason });
      await send();
      clock.nowMs += 30 * 60_000;
      await send();
      expect(new Set(apple.requests.map(({ headers }) => headers.authorization)).size).toBe(1);
    },
  );

  it.each([
    { keyId: undefined },
    { teamId: '' },
    { topic: undefined },
    { privateKey: undefined },
    { privateKey: '-----BEGIN PRIVATE KEY-----\nnonsense\n-----END PRIVATE KEY-----\n' },
  ])('can’t be without a whole account: %j', async (change) => {
    const expected = { kind: 'refused', failure: 'configuration', code: 'no_credentials' };
    expect(await sendThrough({ ...settings(apple.url), ...change })).toMatchObject(expected);
    expect(apple.sessions).toHaveLength(0);
  });
});

describe('one connection', () => {
  it('is for all calls, side by side and one after the other', async () => {
    const { send } = lasting();
    const waiting: (() => void)[] = [];
    apple.reply = (stream, request) => void waiting.push(() => taken(stream, request));
    const answers = Array.from({ length: 60 }, () => send());
    await vi.waitFor(() => expect(waiting).toHaveLength(60), { timeout: 5_000 });
    for (const go of waiting) go();
    expect((await Promise.all(answers)).every(({ kind }) => kind === 'accepted')).toBe(true);
    apple.reply = taken;
    await send();
    expect(apple.sessions).toHaveLength(1);
  });

  it('is followed by another after a GOAWAY, and what was taken is still answered', async () => {
    const { send } = lasting();
    let finish = () => {};
    apple.reply = (stream, request) => {
      finish = () => taken(stream, request);
    };
    const first = send();
    await vi.waitFor(() => expect(apple.requests).toHaveLength(1));
    apple.sessions[0]?.goaway(constants.NGHTTP2_NO_ERROR);
    apple.reply = taken;
    await vi.waitFor(async () => {
      await send();
      expect(apple.sessions).toHaveLength(2);
    });
    finish();
    expect(await first).toMatchObject({ kind: 'accepted' });
  });

  it('is followed by another after it was lost', async () => {
    const { send } = lasting();
    await send();
    apple.sessions[0]?.destroy();
    await vi.waitFor(async () => expect(await send()).toMatchObject({ kind: 'accepted' }));
    expect(apple.sessions).toHaveLength(2);
  });

  it('is not trusted any more after a call that nothing came of', async () => {
    const { send } = lasting();
    apple.reply = () => {};
    expect(await send(AbortSignal.timeout(200))).toMatchObject({ kind: 'ambiguous', code: 'TimeoutError' });
    apple.reply = taken;
    expect(await send()).toMatchObject({ kind: 'accepted' });
    expect(apple.sessions).toHaveLength(2);
  });
});

it('R-4.9 has nothing that an unknown outcome could be settled by: an apns-id is no idempotency key', () => {
  expect(createApns(settings(apple.url))).toMatchObject({ name: 'apns', reconciliation: [] });
});
