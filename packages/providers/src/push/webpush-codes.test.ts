import type { DeadReason, FailureClass, SuppressCause } from '@crier/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Reply, respond, startVendorEndpoint, type VendorEndpoint } from '../vendor-endpoint.test-support.js';
import { readWebpushAnswer } from './webpush-answer.js';
import { WEBPUSH_CODES } from './webpush-codes.js';
import { accepted, browser, sendThrough, settings } from './webpush-endpoint.test-support.js';

let endpoint: VendorEndpoint;

beforeAll(async () => {
  endpoint = await startVendorEndpoint(accepted('/m/1'));
});
afterAll(() => endpoint.close());
beforeEach(() => {
  endpoint.requests.length = 0;
});

const send = (own = settings()) =>
  sendThrough(own, { token: browser.subscription(`${endpoint.url}/push/gAAAAsecret`) });

const json = (status: number, body: unknown): Reply => respond(status, JSON.stringify(body));

const OURS = ['configuration', 'rejected', undefined] as const;
const MESSAGE = ['permanent', 'rejected', undefined] as const;
const GONE = ['permanent', 'bad_address', 'unregistered'] as const;
const DOUBTFUL = ['permanent', 'bad_address', undefined] as const;
const THROTTLED = ['transient', 'throttled', undefined] as const;
const AWAY = ['transient', 'provider_5xx', undefined] as const;
type Meaning = readonly [failure: FailureClass, reason: DeadReason, suppress: SuppressCause | undefined];

/** What the push services answer, row by row of the table. */
const SEEN: readonly (readonly [code: string, status: number, body: string, meaning: Meaning])[] = [
  ['gone', 404, '{"code":404,"errno":102,"message":"Invalid URL endpoint"}', GONE],
  ['gone', 410, 'push subscription has unsubscribed or expired.', GONE],
  ['gone', 410, '{"reason":"Unregistered"}', GONE],
  ['other_key', 401, '{"code":401,"errno":109,"message":"VAPID public key mismatch"}', DOUBTFUL],
  [
    'other_key',
    403,
    'the VAPID credentials in the authorization header do not correspond to the credentials used to create the subscriptions.',
    DOUBTFUL,
  ],
  ['other_key', 400, '{"reason":"VapidPkHashMismatch"}', DOUBTFUL],
  ['not_authorized', 401, 'authorization header must be specified.', OURS],
  ['not_authorized', 403, '{"reason":"BadJwtToken"}', OURS],
  ['bad_request', 400, 'Bad Request', MESSAGE],
  ['no_push_service', 301, '', DOUBTFUL],
  ['no_push_service', 307, '', DOUBTFUL],
  ['no_push_service', 405, '', DOUBTFUL],
  ['payload_too_large', 413, '', MESSAGE],
  ['too_many_requests', 429, '', THROTTLED],
  ['not_available', 503, '{"errno":202}', AWAY],
];

describe('R-4.7 every row of the table', () => {
  it('is in this test, and this test has no others', () => {
    expect([...new Set(SEEN.map(([code]) => code))].sort()).toEqual(WEBPUSH_CODES.map(({ code }) => code).sort());
  });

  it.each(SEEN)('%s (%i %s) is %s', async (code, status, body, [failure, deadReason, suppress]) => {
    endpoint.reply = respond(status, body, { location: '/elsewhere' });
    const answer = await send();
    expect(answer).toMatchObject({ kind: 'refused', code, failure, deadReason, status });
    expect(answer).not.toHaveProperty('unmapped');
    expect((answer as { suppress?: SuppressCause }).suppress).toBe(suppress);
    expect(endpoint.requests).toHaveLength(1);
  });

  it.each([
    [402, 'permanent', 'rejected'],
    [408, 'transient', 'attempts_exhausted'],
    [422, 'permanent', 'rejected'],
  ] as const)('%i, which no row lists, is %s, %s, and counted', async (status, failure, deadReason) => {
    endpoint.reply = respond(status, '');
    const expected = { kind: 'refused', failure, deadReason, code: `http_${status}`, unmapped: true };
    expect(await send()).toMatchObject(expected);
  });

  it.each([500, 501, 502, 504, 520, 524])('R-4.9a %i proves nothing', async (status) => {
    endpoint.reply = json(status, { message: 'VAPID public key mismatch' });
    expect(await send()).toMatchObject({ kind: 'ambiguous', code: `http_${status}`, status });
  });
});

describe('a host that no browser uses', () => {
  const nowMs = 1_796_000_000_000;
  const url = new URL('https://push.thief.example/x');
  const read = (status: number, trusted: boolean) =>
    readWebpushAnswer({ status, headers: {}, body: 'no' }, { endpoint: url, trusted, nowMs });

  it.each([401, 403, 304, 308])(
    'can’t say with %i that our configuration is at fault, and stop all others',
    (status) => {
      expect(read(status, false)).toMatchObject({ kind: 'refused', failure: 'permanent', deadReason: 'bad_address' });
    },
  );

  it.each([401, 403])('is another than one that they do use: %i', (status) => {
    expect(read(status, true)).toMatchObject({ kind: 'refused', failure: 'configuration' });
  });
});

it('R-10.5 repeats the service’s words without the endpoint, which is a secret', async () => {
  for (const reply of [
    json(400, { message: `No ${endpoint.url}/push/gAAAAsecret here` }),
    respond(400, 'The token gAAAAsecret is not for maria@example.com'),
    json(500, { reason: 'gAAAAsecret' }),
  ]) {
    endpoint.reply = reply;
    const said = JSON.stringify(await send());
    expect(said).not.toMatch(/gAAAAsecret|maria/);
    expect(said).toContain('[endpoint]');
  }
});

it('R-4.8 waits as long as Retry-After says', async () => {
  const nowMs = () => Date.parse('2026-11-30T08:15:00Z');
  for (const [retryAfter, retryAfterMs] of [
    ['7', 7_000],
    ['Mon, 30 Nov 2026 08:15:30 GMT', 30_000],
    ['soon', 0],
  ] as const) {
    endpoint.reply = respond(429, '', { 'retry-after': retryAfter });
    expect(await send(settings({ nowMs }))).toMatchObject({ retryAfterMs });
  }
});
