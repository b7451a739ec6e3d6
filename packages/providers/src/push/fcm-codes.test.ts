import type { DeadReason, FailureClass, SuppressCause } from '@crier/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { respond, startVendorEndpoint, type VendorEndpoint } from '../vendor-endpoint.test-support.js';
import { FCM_CODES } from './fcm-codes.js';
import { accepted, failed, json, sendThrough, settings, token } from './fcm-endpoint.test-support.js';

let endpoint: VendorEndpoint;
let google: VendorEndpoint;

beforeAll(async () => {
  endpoint = await startVendorEndpoint(accepted('projects/erp-prod/messages/1'));
  google = await startVendorEndpoint(token('ya29.a'));
});
afterAll(() => Promise.all([endpoint.close(), google.close()]));
beforeEach(() => {
  endpoint.requests.length = 0;
});

const send = () => sendThrough(settings(endpoint.url, google.url));

const words = 'The registration token is not a valid FCM registration token';
type Words = Parameters<typeof failed>[2];

const OURS = ['configuration', 'rejected', undefined] as const;
const MESSAGE = ['permanent', 'rejected', undefined] as const;
const GONE = ['permanent', 'bad_address', 'unregistered'] as const;
const MALFORMED = ['permanent', 'bad_address', 'bad_address'] as const;
const DOUBTFUL = ['permanent', 'bad_address', undefined] as const;
const THROTTLED = ['transient', 'throttled', undefined] as const;
const AWAY = ['transient', 'provider_5xx', undefined] as const;
type Meaning = readonly [failure: FailureClass, reason: DeadReason, suppress: SuppressCause | undefined];

/** What FCM answers, as its reference has it and as it was seen, row by row of the table. */
const DOCUMENTED: readonly (readonly [code: string, status: number, rpc: string, says: Words, meaning: Meaning])[] = [
  ['UNREGISTERED', 404, 'NOT_FOUND', { own: 'UNREGISTERED' }, GONE],
  ['SENDER_ID_MISMATCH', 403, 'PERMISSION_DENIED', { own: 'SENDER_ID_MISMATCH' }, DOUBTFUL],
  ['INVALID_ARGUMENT', 400, 'INVALID_ARGUMENT', { own: 'INVALID_ARGUMENT', message: words }, MALFORMED],
  ['INVALID_ARGUMENT', 400, 'INVALID_ARGUMENT', { fields: ['message.token'] }, MALFORMED],
  ['INVALID_ARGUMENT', 400, 'INVALID_ARGUMENT', { fields: ['message.data[0].value'] }, MESSAGE],
  [
    'INVALID_ARGUMENT',
    400,
    'INVALID_ARGUMENT',
    { own: 'INVALID_ARGUMENT', message: 'Android message is too big' },
    MESSAGE,
  ],
  ['QUOTA_EXCEEDED', 429, 'RESOURCE_EXHAUSTED', { own: 'QUOTA_EXCEEDED' }, THROTTLED],
  ['RESOURCE_EXHAUSTED', 429, 'RESOURCE_EXHAUSTED', {}, THROTTLED],
  ['UNAVAILABLE', 503, 'UNAVAILABLE', { own: 'UNAVAILABLE' }, AWAY],
  ['THIRD_PARTY_AUTH_ERROR', 401, 'UNAUTHENTICATED', { own: 'THIRD_PARTY_AUTH_ERROR' }, OURS],
  ['UNAUTHENTICATED', 401, 'UNAUTHENTICATED', {}, OURS],
  ['PERMISSION_DENIED', 403, 'PERMISSION_DENIED', {}, OURS],
  ['NOT_FOUND', 404, 'NOT_FOUND', {}, OURS],
];

describe('R-4.7 every row of the table', () => {
  it('is in this test, and this test has no others', () => {
    expect([...new Set(DOCUMENTED.map(([code]) => code))].sort()).toEqual(Object.keys(FCM_CODES).sort());
  });

  it.each(DOCUMENTED)('%s (%i %s %o) is %s', async (code, status, rpc, says, [failure, deadReason, suppress]) => {
    endpoint.reply = failed(status, rpc, says);
    const answer = await send();
    expect(answer).toMatchObject({ kind: 'refused', code, failure, deadReason, status });
    expect(answer).not.toHaveProperty('unmapped');
    expect((answer as { suppress?: SuppressCause }).suppress).toBe(suppress);
    expect(endpoint.requests).toHaveLength(1);
  });

  it.each([
    [400, 'UNSPECIFIED_ERROR', 'permanent', 'rejected'],
    [409, 'ABORTED', 'permanent', 'rejected'],
    [403, 'SOMETHING_NEW', 'configuration', 'rejected'],
    [429, 'SOMETHING_NEW', 'transient', 'throttled'],
    [503, 'SOMETHING_NEW', 'transient', 'provider_5xx'],
  ] as const)('%i %s, which no row lists, is %s, %s, and counted', async (status, code, failure, deadReason) => {
    endpoint.reply = failed(status, 'UNKNOWN', { own: code });
    expect(await send()).toMatchObject({ kind: 'refused', failure, deadReason, code, unmapped: true });
  });
});

describe('R-4.9a a 5xx', () => {
  it.each([
    [500, 'INTERNAL'],
    [500, 'UNKNOWN'],
    [504, 'DEADLINE_EXCEEDED'],
  ])('%i %s proves nothing', async (status, rpc) => {
    endpoint.reply = failed(status, rpc);
    expect(await send()).toMatchObject({ kind: 'ambiguous', code: rpc, status });
  });

  it('with a code of the table is a refusal', async () => {
    endpoint.reply = failed(500, 'UNAVAILABLE', { own: 'UNAVAILABLE' });
    expect(await send()).toMatchObject({ kind: 'refused', deadReason: 'provider_5xx' });
  });
});

const FORMS = [
  ['the page of a proxy', (status: number, headers = {}) => respond(status, '<p>No</p>', headers)],
  ['other JSON', (status: number, headers = {}) => json(status, { message: 'no' }, headers)],
  ['an error of another form', (status: number, headers = {}) => json(status, { error: 'no' }, headers)],
  ['details of another form', (status: number, headers = {}) => json(status, { error: { details: [null] } }, headers)],
  ['an empty body', (status: number, headers = {}) => respond(status, '', headers)],
] as const;

describe.each(FORMS)('R-4.9a a status with %s', (_form, reply) => {
  it.each([
    [302, 'configuration', 'rejected'],
    [400, 'permanent', 'rejected'],
    [404, 'permanent', 'rejected'],
    [408, 'transient', 'attempts_exhausted'],
    [429, 'transient', 'throttled'],
    [503, 'transient', 'provider_5xx'],
  ])('%i proves a refusal: %s, %s', async (status, failure, deadReason) => {
    endpoint.reply = reply(status, { location: '/elsewhere' });
    const expected = { kind: 'refused', code: `http_${status}`, failure, deadReason, status };
    expect(await send()).toMatchObject(expected);
  });

  it.each([500, 502, 504, 520])('%i proves nothing', async (status) => {
    endpoint.reply = reply(status);
    expect(await send()).toMatchObject({ kind: 'ambiguous', status });
  });
});

describe('R-4.8 the wait that FCM asks for', () => {
  it.each([
    [429, 'QUOTA_EXCEEDED', '7', 7_000],
    [429, 'QUOTA_EXCEEDED', '', 60_000],
    [429, 'SOMETHING_NEW', 'soon', 60_000],
    [503, 'UNAVAILABLE', '30', 30_000],
    [503, 'UNAVAILABLE', '', 0],
  ])('%i %s with Retry-After %j is %i ms', async (status, own, retryAfter, retryAfterMs) => {
    endpoint.reply = failed(status, 'RESOURCE_EXHAUSTED', { own }, { 'retry-after': retryAfter });
    expect(await send()).toMatchObject({ retryAfterMs });
  });
});
