import type { DeadReason, FailureClass, SuppressCause } from '@crier/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { APNS_CODES } from './apns-codes.js';
import { type ApnsServer, answer, sendThrough, settings, startApns, taken } from './apns-server.test-support.js';

let apple: ApnsServer;

beforeAll(async () => {
  apple = await startApns(taken);
});
afterAll(() => apple.close());
beforeEach(() => {
  apple.requests.length = 0;
});

const send = (nowMs = () => 1_796_000_000_000) => sendThrough({ ...settings(apple.url), nowMs });

const OURS = ['configuration', 'rejected', undefined] as const;
const MESSAGE = ['permanent', 'rejected', undefined] as const;
const GONE = ['permanent', 'bad_address', 'unregistered'] as const;
const DOUBTFUL = ['permanent', 'bad_address', undefined] as const;
const THROTTLED = ['transient', 'throttled', undefined] as const;
const AWAY = ['transient', 'provider_5xx', undefined] as const;
type Meaning = readonly [failure: FailureClass, reason: DeadReason, suppress: SuppressCause | undefined];

/** Apple's reasons with the status that its page gives each. */
const DOCUMENTED: readonly (readonly [reason: string, status: number, meaning: Meaning])[] = [
  ['BadCollapseId', 400, MESSAGE],
  ['BadDeviceToken', 400, GONE],
  ['BadExpirationDate', 400, MESSAGE],
  ['BadMessageId', 400, MESSAGE],
  ['BadPriority', 400, MESSAGE],
  ['BadTopic', 400, OURS],
  ['DeviceTokenNotForTopic', 400, DOUBTFUL],
  ['DuplicateHeaders', 400, MESSAGE],
  ['IdleTimeout', 400, AWAY],
  ['InvalidPushType', 400, MESSAGE],
  ['MissingDeviceToken', 400, DOUBTFUL],
  ['MissingTopic', 400, OURS],
  ['PayloadEmpty', 400, MESSAGE],
  ['TopicDisallowed', 400, OURS],
  ['BadCertificate', 403, OURS],
  ['BadCertificateEnvironment', 403, OURS],
  ['BadEnvironmentKeyIdInToken', 403, OURS],
  ['ExpiredProviderToken', 403, OURS],
  ['Forbidden', 403, OURS],
  ['InvalidProviderToken', 403, OURS],
  ['MissingProviderToken', 403, OURS],
  ['UnrelatedKeyIdInToken', 403, OURS],
  ['BadPath', 404, DOUBTFUL],
  ['MethodNotAllowed', 405, OURS],
  ['ExpiredToken', 410, GONE],
  ['Unregistered', 410, GONE],
  ['PayloadTooLarge', 413, MESSAGE],
  ['TooManyProviderTokenUpdates', 429, THROTTLED],
  ['TooManyRequests', 429, THROTTLED],
  ['ServiceUnavailable', 503, AWAY],
  ['Shutdown', 503, AWAY],
];

describe('R-4.7 every row of the table', () => {
  it('is in this test, and this test has no others', () => {
    expect(DOCUMENTED.map(([reason]) => reason).sort()).toEqual(Object.keys(APNS_CODES).sort());
  });

  it.each(DOCUMENTED)('%s (%i) is %s', async (reason, status, [failure, deadReason, suppress]) => {
    apple.reply = answer(status, { reason });
    const got = await send();
    expect(got).toMatchObject({ kind: 'refused', code: reason, failure, deadReason, status });
    expect(got).not.toHaveProperty('unmapped');
    expect((got as { suppress?: SuppressCause }).suppress).toBe(suppress);
    expect(apple.requests).toHaveLength(1);
  });

  it.each([
    [400, 'permanent', 'rejected'],
    [403, 'configuration', 'rejected'],
    [429, 'transient', 'throttled'],
    [503, 'transient', 'provider_5xx'],
  ] as const)('%i with a reason that no row lists is %s, %s, and counted', async (status, failure, deadReason) => {
    apple.reply = answer(status, { reason: 'SomethingNew' });
    const expected = { kind: 'refused', failure, deadReason, code: 'SomethingNew', unmapped: true };
    expect(await send()).toMatchObject(expected);
  });
});

describe('a token that is gone', () => {
  it('is gone since the instant that APNs says', async () => {
    const reply = { reason: 'Unregistered', timestamp: Date.parse('2026-11-29T23:59:58.123Z') };
    apple.reply = answer(410, reply);
    expect(await send()).toMatchObject({ suppress: 'unregistered', evidenceAt: '2026-11-29T23:59:58.123Z' });
  });

  it.each([undefined, 'yesterday', 1e300, null])('has no such instant if APNs says %j', async (timestamp) => {
    apple.reply = answer(410, { reason: 'Unregistered', timestamp });
    const got = await send();
    expect(got).toMatchObject({ suppress: 'unregistered' });
    expect(got).not.toHaveProperty('evidenceAt');
  });
});

describe('R-4.9a a 5xx', () => {
  it.each([
    [500, 'InternalServerError'],
    [502, 'SomethingNew'],
  ])('%i %s proves nothing', async (status, reason) => {
    apple.reply = answer(status, { reason });
    expect(await send()).toMatchObject({ kind: 'ambiguous', code: reason, status });
  });

  it('with a reason of the table is a refusal', async () => {
    apple.reply = answer(500, { reason: 'Shutdown' });
    expect(await send()).toMatchObject({ kind: 'refused', deadReason: 'provider_5xx' });
  });
});

describe.each([
  ['the page of a proxy', '<p>No</p>'],
  ['other JSON', { message: 'no' }],
  ['a reason that is none', { reason: 'Café <b>' }],
  ['nothing', ''],
])('R-4.9a a status with %s', (_form, body) => {
  it.each([
    [302, 'configuration', 'rejected'],
    [400, 'permanent', 'rejected'],
    [403, 'configuration', 'rejected'],
    [408, 'transient', 'attempts_exhausted'],
    [410, 'permanent', 'rejected'],
    [429, 'transient', 'throttled'],
    [503, 'transient', 'provider_5xx'],
  ])('%i proves a refusal: %s, %s', async (status, failure, deadReason) => {
    apple.reply = answer(status, body);
    expect(await send()).toMatchObject({ kind: 'refused', code: `http_${status}`, failure, deadReason, status });
  });

  it.each([500, 502, 504])('%i proves nothing', async (status) => {
    apple.reply = answer(status, body);
    expect(await send()).toMatchObject({ kind: 'ambiguous', status });
  });
});

it('R-4.8 waits as long as Retry-After says', async () => {
  apple.reply = answer(429, { reason: 'TooManyRequests' }, { 'retry-after': '7' });
  expect(await send()).toMatchObject({ retryAfterMs: 7_000 });
});
