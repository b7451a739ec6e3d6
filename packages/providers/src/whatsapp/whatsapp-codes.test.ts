import type { DeadReason, FailureClass, SuppressCause } from '@crier/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { respond, startVendorEndpoint, type VendorEndpoint } from '../vendor-endpoint.test-support.js';
import { WHATSAPP_CODES } from './whatsapp-codes.js';
import { accepted, failed, json, sendThrough } from './whatsapp-endpoint.test-support.js';

let endpoint: VendorEndpoint;

beforeAll(async () => {
  endpoint = await startVendorEndpoint(accepted('wamid.1'));
});
afterAll(() => endpoint.close());
beforeEach(() => {
  endpoint.requests.length = 0;
});

const OURS = ['configuration', 'rejected', undefined] as const;
const THROTTLED = ['transient', 'throttled', undefined] as const;
const AWAY = ['transient', 'provider_5xx', undefined] as const;
const MESSAGE = ['permanent', 'rejected', undefined] as const;
const DOUBTFUL = ['permanent', 'bad_address', undefined] as const;
type Meaning = readonly [failure: FailureClass, reason: DeadReason, suppress: SuppressCause | undefined];

/** Code, the HTTP status that Meta's page gives it, and what it means. */
const DOCUMENTED: readonly (readonly [code: number, status: number, meaning: Meaning])[] = [
  [0, 401, OURS],
  [3, 500, OURS],
  [10, 403, OURS],
  [33, 400, OURS],
  [190, 401, OURS],
  [368, 403, OURS],
  [131005, 403, OURS],
  [131031, 403, OURS],
  [131037, 400, OURS],
  [131042, 400, OURS],
  [131045, 500, OURS],
  [133000, 500, OURS],
  [133010, 400, OURS],
  [4, 400, THROTTLED],
  [80007, 400, THROTTLED],
  [130429, 400, THROTTLED],
  [131048, 400, THROTTLED],
  [131056, 400, THROTTLED],
  [1, 400, ['transient', 'attempts_exhausted', undefined]],
  [2, 503, AWAY],
  [131016, 500, AWAY],
  [131057, 500, AWAY],
  [133004, 503, AWAY],
  [131021, 400, ['permanent', 'bad_address', 'bad_address']],
  [131026, 400, DOUBTFUL],
  [131030, 400, DOUBTFUL],
  [130472, 400, MESSAGE],
  [130497, 403, MESSAGE],
  [131047, 400, MESSAGE],
  [131049, 400, MESSAGE],
  [131050, 400, MESSAGE],
  [100, 400, MESSAGE],
  [131008, 400, MESSAGE],
  [131009, 400, MESSAGE],
  [131051, 400, MESSAGE],
  [132000, 400, MESSAGE],
  [132001, 404, MESSAGE],
  [132005, 400, MESSAGE],
  [132007, 400, MESSAGE],
  [132012, 400, MESSAGE],
  [132015, 400, MESSAGE],
  [132016, 400, MESSAGE],
  [135000, 400, MESSAGE],
];

describe('R-4.7 every row of the table', () => {
  it('is in this test, and this test has no others', () => {
    const numeric = (a: number, b: number) => a - b;
    expect(DOCUMENTED.map(([code]) => code).sort(numeric)).toEqual(Object.keys(WHATSAPP_CODES).map(Number));
  });

  it.each(DOCUMENTED)('%i (%i) is %s', async (code, status, [failure, deadReason, suppress]) => {
    endpoint.reply = failed(status, code);
    const answer = await sendThrough(endpoint.url);
    expect(answer).toMatchObject({ kind: 'refused', code: String(code), failure, deadReason, status });
    expect(answer).not.toHaveProperty('unmapped');
    expect((answer as { suppress?: SuppressCause }).suppress).toBe(suppress);
    expect(endpoint.requests).toHaveLength(1);
  });

  it.each([200, 210, 299])('%i is a permission that is lacking', async (code) => {
    endpoint.reply = failed(403, code);
    expect(await sendThrough(endpoint.url)).toMatchObject({ failure: 'configuration', code: String(code) });
  });

  it('of 100 is ours when the number’s id is what can’t be found', async () => {
    endpoint.reply = failed(400, 100, { subcode: 33, message: 'Unsupported post request.' });
    expect(await sendThrough(endpoint.url)).toMatchObject({ failure: 'configuration', code: '100' });
  });

  it('says in the attempt what Meta said, without the number in it', async () => {
    endpoint.reply = failed(400, 131047, {
      message: '(#131047) Re-engagement message',
      details: 'To +977 981-2345678.',
    });
    const { message } = (await sendThrough(endpoint.url)) as { message: string };
    expect(message).toBe('(#131047) Re-engagement message: To [number].');
  });
});

describe('R-4.7 a code that no row lists', () => {
  it.each([
    [400, 199999, 'permanent', 'rejected'],
    [401, 199999, 'configuration', 'rejected'],
    [403, 300, 'configuration', 'rejected'],
    [404, 199, 'permanent', 'rejected'],
    [408, 199999, 'transient', 'attempts_exhausted'],
    [429, 199999, 'transient', 'throttled'],
    [503, 199999, 'transient', 'provider_5xx'],
  ] as const)('%i %i is %s, %s, and counted', async (status, code, failure, deadReason) => {
    endpoint.reply = failed(status, code);
    const expected = { kind: 'refused', failure, deadReason, code: String(code), unmapped: true };
    expect(await sendThrough(endpoint.url)).toMatchObject(expected);
  });
});

describe('R-4.9a a 5xx', () => {
  it.each([500, 502, 504])('%i with a code of the table is a refusal', async (status) => {
    endpoint.reply = failed(status, 130429);
    expect(await sendThrough(endpoint.url)).toMatchObject({ kind: 'refused', deadReason: 'throttled' });
  });

  it.each([
    [500, 1],
    [502, 1],
    [500, 131000],
    [500, 199999],
  ])('%i with %i proves nothing: Meta itself does not know', async (status, code) => {
    endpoint.reply = failed(status, code);
    expect(await sendThrough(endpoint.url)).toMatchObject({ kind: 'ambiguous', code: String(code), status });
  });
});

const FORMS = [
  ['the page of a proxy', (status: number, headers = {}) => respond(status, '<p>for +977 981 2345678</p>', headers)],
  ['other JSON', (status: number, headers = {}) => json(status, { message: 'to +977 981 2345678' }, headers)],
  ['an error of another form', (status: number, headers = {}) => json(status, { error: 'no' }, headers)],
  ['a code that is no number', (status: number, headers = {}) => json(status, { error: { code: '190' } }, headers)],
  ['null', (status: number, headers = {}) => json(status, null, headers)],
  ['an empty body', (status: number, headers = {}) => respond(status, '', headers)],
] as const;

describe.each(FORMS)('R-4.9a a status with %s', (_form, reply) => {
  it.each([
    [302, 'configuration', 'rejected'],
    [400, 'permanent', 'rejected'],
    [401, 'configuration', 'rejected'],
    [408, 'transient', 'attempts_exhausted'],
    [429, 'transient', 'throttled'],
    [503, 'transient', 'provider_5xx'],
  ])('%i proves a refusal: %s, %s', async (status, failure, deadReason) => {
    endpoint.reply = reply(status, { location: '/elsewhere' });
    const expected = { kind: 'refused', code: `http_${status}`, failure, deadReason, status };
    expect(await sendThrough(endpoint.url)).toMatchObject(expected);
    expect(endpoint.requests).toHaveLength(1);
  });

  it.each([500, 502, 504, 520, 524])('%i proves nothing', async (status) => {
    endpoint.reply = reply(status);
    expect(await sendThrough(endpoint.url)).toMatchObject({ kind: 'ambiguous', status });
  });

  it('R-10.5 says nothing that a number stands in', async () => {
    for (const status of [400, 500, 503]) {
      endpoint.reply = reply(status);
      expect(JSON.stringify(await sendThrough(endpoint.url))).not.toContain('977');
    }
  });
});

describe('R-4.8 the wait that Meta asks for', () => {
  const wait = async (code: number, headers: Record<string, string> = {}) => {
    endpoint.reply = failed(429, code, {}, headers);
    const answer = await sendThrough(endpoint.url, { settings: { nowMs: () => Date.parse('2026-11-30T08:15:00Z') } });
    return answer.kind === 'refused' && answer.retryAfterMs;
  };

  it('is Retry-After, in seconds or as a date', async () => {
    expect(await wait(130429, { 'retry-after': '7' })).toBe(7_000);
    expect(await wait(130429, { 'retry-after': 'Mon, 30 Nov 2026 08:15:30 GMT' })).toBe(30_000);
    expect(await wait(130429, { 'retry-after': 'soon' })).toBe(0);
  });

  it('is at least 6 s between two messages of one pair of numbers', async () => {
    expect(await wait(131056)).toBe(6_000);
    expect(await wait(131056, { 'retry-after': '2' })).toBe(6_000);
    expect(await wait(131056, { 'retry-after': '9' })).toBe(9_000);
  });
});
