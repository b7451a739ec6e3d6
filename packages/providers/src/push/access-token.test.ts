import type { ProviderAnswer } from '@crier/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { respond, startVendorEndpoint, type VendorEndpoint } from '../vendor-endpoint.test-support.js';
import { createFcm, type FcmSettings } from './fcm.js';
import { accepted, accountKey, failed, json, sendThrough, settings, token } from './fcm-endpoint.test-support.js';
import { push } from './push-message.test-support.js';
import { readJwt } from './read-jwt.test-support.js';

let endpoint: VendorEndpoint;
let google: VendorEndpoint;

beforeAll(async () => {
  endpoint = await startVendorEndpoint(accepted('name'));
  google = await startVendorEndpoint(token('ya29.a'));
});
afterAll(() => Promise.all([endpoint.close(), google.close()]));
beforeEach(() => {
  for (const server of [endpoint, google]) server.requests.length = 0;
  endpoint.reply = accepted('name');
  google.reply = token('ya29.a');
});

const own = (change: Partial<FcmSettings> = {}): FcmSettings => ({
  ...settings(endpoint.url, `${google.url}/token`),
  ...change,
});

/** A provider that stays, with a clock that is set by hand. */
const lasting = () => {
  const clock = { nowMs: 1_796_000_000_000 };
  const fcm = createFcm(own({ nowMs: () => clock.nowMs }));
  onTestFinished(fcm.close);
  const send = (): Promise<ProviderAnswer> => fcm.send(push(), AbortSignal.timeout(5_000));
  return { clock, send };
};

const tokensUsed = () => endpoint.requests.map(({ headers }) => headers.authorization);

describe('the request for an access token', () => {
  it('is the account’s signed grant (RFC 7523)', async () => {
    await sendThrough(own());
    expect(google.requests).toHaveLength(1);
    const [request] = google.requests;
    expect(request).toMatchObject({
      path: '/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    const fields = new URLSearchParams(request?.body);
    expect(fields.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
    expect(readJwt(fields.get('assertion') ?? '', accountKey)).toEqual({
      header: { alg: 'RS256', typ: 'JWT' },
      claims: {
        iss: 'crier@erp-prod.iam.gserviceaccount.com',
        scope: 'https://www.googleapis.com/auth/firebase.messaging',
        aud: `${google.url}/token`,
        iat: 1_796_000_000,
        exp: 1_796_003_600,
      },
    });
  });
});

describe('a token', () => {
  it('is asked for once by many, and used until its last minute', async () => {
    const { clock, send } = lasting();
    await Promise.all([send(), send(), send()]);
    clock.nowMs += (3_599 - 60) * 1000 - 1;
    await send();
    expect(google.requests).toHaveLength(1);
    google.reply = token('ya29.b');
    clock.nowMs += 1;
    await send();
    expect(google.requests).toHaveLength(2);
    expect(tokensUsed().at(-1)).toBe('Bearer ya29.b');
  });

  it('is asked for again after FCM did not believe it', async () => {
    const { send } = lasting();
    endpoint.reply = failed(401, 'UNAUTHENTICATED');
    expect(await send()).toMatchObject({ failure: 'configuration', code: 'UNAUTHENTICATED' });
    google.reply = token('ya29.b');
    endpoint.reply = accepted('name');
    expect(await send()).toMatchObject({ kind: 'accepted' });
    expect(tokensUsed()).toEqual(['Bearer ya29.a', 'Bearer ya29.b']);
  });

  it('is kept when FCM’s own keys for Apple are at fault', async () => {
    const { send } = lasting();
    endpoint.reply = failed(401, 'UNAUTHENTICATED', { own: 'THIRD_PARTY_AUTH_ERROR' });
    await send();
    await send();
    expect(google.requests).toHaveLength(1);
  });

  it('is asked for again after there was none', async () => {
    const { send } = lasting();
    google.reply = respond(503, '');
    expect(await send()).toMatchObject({ failure: 'transient' });
    google.reply = token('ya29.b');
    expect(await send()).toMatchObject({ kind: 'accepted' });
  });
});

describe('R-4.9a no token is always a refusal: nothing of the message has left', () => {
  it.each([
    [400, json(400, { error: 'invalid_grant', error_description: 'Invalid JWT' }), 'configuration', 'invalid_grant'],
    [401, json(401, { error: 'invalid_client' }), 'configuration', 'invalid_client'],
    [403, respond(403, '<p>No</p>'), 'configuration', 'http_403'],
    [302, respond(302, '', { location: '/elsewhere' }), 'configuration', 'http_302'],
    [429, respond(429, ''), 'transient', 'http_429'],
    [408, respond(408, ''), 'transient', 'http_408'],
    [500, json(500, { error: 'internal_failure' }), 'transient', 'internal_failure'],
    [504, respond(504, ''), 'transient', 'http_504'],
    [200, respond(200, '<p>Welcome</p>'), 'transient', 'http_200'],
    [200, json(200, { token_type: 'Bearer' }), 'transient', 'http_200'],
  ] as const)('%i', async (status, reply, failure, code) => {
    google.reply = reply;
    expect(await sendThrough(own())).toMatchObject({ kind: 'refused', failure, code, status });
    expect(endpoint.requests).toHaveLength(0);
  });

  it('a connection that ends', async () => {
    google.reply = (response) => void response.destroy();
    const expected = { kind: 'refused', failure: 'transient', code: 'ECONNRESET', status: undefined };
    expect(await sendThrough(own())).toMatchObject(expected);
  });

  it('a server that says nothing until the call’s time is up', async () => {
    google.reply = () => {};
    const answer = await sendThrough(own(), push(), AbortSignal.timeout(150));
    expect(answer).toMatchObject({ kind: 'refused', failure: 'transient', code: 'TimeoutError' });
    expect(endpoint.requests).toHaveLength(0);
  });

  it('a call that was over before it began', async () => {
    const answer = await sendThrough(own({ tokenUrl: 'http://127.0.0.1:9' }), push(), AbortSignal.abort());
    expect(answer).toMatchObject({ kind: 'refused', failure: 'transient' });
  });
});

it('one who gives up does not take the request away from the others', async () => {
  const waiting: (() => void)[] = [];
  google.reply = (response, request) => void waiting.push(() => token('ya29.a')(response, request));
  const fcm = createFcm(own());
  onTestFinished(fcm.close);
  const giveUp = new AbortController();
  const [first, second] = [fcm.send(push(), giveUp.signal), fcm.send(push(), AbortSignal.timeout(5_000))];
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  giveUp.abort();
  expect(await first).toMatchObject({ kind: 'refused', code: 'AbortError' });
  waiting[0]?.();
  expect(await second).toMatchObject({ kind: 'accepted' });
  expect(google.requests).toHaveLength(1);
});
