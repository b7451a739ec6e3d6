import type { DeadReason, FailureClass, SuppressCause } from '@crier/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { respond, startVendorEndpoint, type VendorEndpoint } from '../vendor-endpoint.test-support.js';
import { TWILIO_CODES } from './twilio-codes.js';
import { accepted, failed, json, sendThrough } from './twilio-endpoint.test-support.js';

let endpoint: VendorEndpoint;

beforeAll(async () => {
  endpoint = await startVendorEndpoint(accepted('SM1'));
});
afterAll(() => endpoint.close());
beforeEach(() => {
  endpoint.requests.length = 0;
});

/** What every code of the table means, with the status that it comes with. */
const DOCUMENTED: readonly (readonly [code: number, status: number, failure: FailureClass, reason: DeadReason])[] = [
  [10001, 401, 'configuration', 'rejected'],
  [20003, 401, 'configuration', 'rejected'],
  [20004, 405, 'configuration', 'rejected'],
  [20005, 403, 'configuration', 'rejected'],
  [20006, 403, 'configuration', 'rejected'],
  [20008, 403, 'configuration', 'rejected'],
  [20010, 400, 'configuration', 'rejected'],
  [20403, 403, 'configuration', 'rejected'],
  [20404, 404, 'configuration', 'rejected'],
  [21608, 400, 'configuration', 'rejected'],
  [90010, 400, 'configuration', 'rejected'],
  [21212, 400, 'configuration', 'rejected'],
  [21601, 400, 'configuration', 'rejected'],
  [21603, 400, 'configuration', 'rejected'],
  [21606, 400, 'configuration', 'rejected'],
  [21607, 400, 'configuration', 'rejected'],
  [21609, 400, 'configuration', 'rejected'],
  [21616, 400, 'configuration', 'rejected'],
  [21657, 400, 'configuration', 'rejected'],
  [21659, 400, 'configuration', 'rejected'],
  [21660, 400, 'configuration', 'rejected'],
  [21661, 400, 'configuration', 'rejected'],
  [21701, 404, 'configuration', 'rejected'],
  [21704, 400, 'configuration', 'rejected'],
  [21705, 400, 'configuration', 'rejected'],
  [21708, 400, 'configuration', 'rejected'],
  [21709, 400, 'configuration', 'rejected'],
  [21211, 400, 'permanent', 'bad_address'],
  [21214, 400, 'permanent', 'bad_address'],
  [21217, 400, 'permanent', 'bad_address'],
  [21265, 400, 'permanent', 'bad_address'],
  [21610, 400, 'permanent', 'rejected'],
  [21614, 400, 'permanent', 'bad_address'],
  [21635, 400, 'permanent', 'bad_address'],
  [21408, 403, 'permanent', 'rejected'],
  [21612, 400, 'permanent', 'rejected'],
  [21703, 400, 'permanent', 'rejected'],
  [20422, 422, 'permanent', 'rejected'],
  [21266, 400, 'permanent', 'rejected'],
  [21602, 400, 'permanent', 'rejected'],
  [21604, 400, 'permanent', 'rejected'],
  [21605, 400, 'permanent', 'rejected'],
  [21617, 400, 'permanent', 'rejected'],
  [21618, 400, 'permanent', 'rejected'],
  [21619, 400, 'permanent', 'rejected'],
  [14107, 400, 'transient', 'throttled'],
  [20429, 429, 'transient', 'throttled'],
  [20503, 503, 'transient', 'provider_5xx'],
  [21611, 429, 'transient', 'throttled'],
  [21702, 400, 'transient', 'provider_5xx'],
  [21730, 503, 'transient', 'provider_5xx'],
];

/** The codes that speak of the number itself, and of nothing else. */
const SUPPRESSED: Readonly<Record<number, SuppressCause>> = {
  21211: 'bad_address',
  21214: 'bad_address',
  21217: 'bad_address',
  21265: 'bad_address',
  21610: 'unsubscribed',
  21614: 'bad_address',
  21635: 'bad_address',
};

describe('R-4.7 every code of the table, through the SDK', () => {
  it('is in this test, and this test has no others', () => {
    expect(DOCUMENTED.map(([code]) => String(code)).sort()).toEqual(Object.keys(TWILIO_CODES).sort());
  });

  it.each(DOCUMENTED)('%i (%i) is %s, %s', async (code, status, failure, deadReason) => {
    endpoint.reply = failed(status, code, 'Something went wrong.');
    const suppress = SUPPRESSED[code];
    expect(await sendThrough(endpoint.url)).toEqual({
      kind: 'refused',
      code: String(code),
      failure,
      deadReason,
      status,
      message: 'Something went wrong.',
      retryAfterMs: 0,
      ...(suppress ? { suppress } : {}),
    });
    expect(endpoint.requests).toHaveLength(1);
  });

  it.each(DOCUMENTED)('%i proves a refusal even with a 500 (R-4.9a)', async (code, _status, failure) => {
    endpoint.reply = failed(500, code);
    expect(await sendThrough(endpoint.url)).toMatchObject({ kind: 'refused', failure });
  });

  it('is read in the form of RFC 9457 too', async () => {
    endpoint.reply = json(400, { type: 'https://…/21211', title: 'Invalid', status: 400, code: 21211, detail: 'No.' });
    expect(await sendThrough(endpoint.url)).toMatchObject({ code: '21211', suppress: 'bad_address', message: 'No.' });
  });
});

const REFUSED: readonly (readonly [status: number, failure: FailureClass, reason: DeadReason])[] = [
  [301, 'configuration', 'rejected'],
  [400, 'permanent', 'rejected'],
  [401, 'configuration', 'rejected'],
  [403, 'configuration', 'rejected'],
  [404, 'permanent', 'rejected'],
  [408, 'transient', 'attempts_exhausted'],
  [413, 'permanent', 'rejected'],
  [429, 'transient', 'throttled'],
  [503, 'transient', 'provider_5xx'],
];
const FORMS = [
  ['a code that no table lists', (status: number, headers = {}) => failed(status, 29999, 'To +9779812345678', headers)],
  ['the page of a proxy', (status: number, headers = {}) => respond(status, '<p>for +9779812345678</p>', headers)],
  ['other JSON', (status: number, headers = {}) => json(status, { code: '21211', message: 7 }, headers)],
  ['a word', (status: number, headers = {}) => json(status, 'no', headers)],
  ['null', (status: number, headers = {}) => json(status, null, headers)],
  ['an empty body', (status: number, headers = {}) => respond(status, '', headers)],
] as const;

describe.each(FORMS)('R-4.9a a status with %s', (_form, reply) => {
  it.each(REFUSED)('%i proves a refusal: %s, %s, and is counted', async (status, failure, deadReason) => {
    endpoint.reply = reply(status, { location: '/elsewhere' });
    const answer = await sendThrough(endpoint.url);
    expect(answer).toMatchObject({ kind: 'refused', failure, deadReason, status, unmapped: true });
    expect(answer).not.toHaveProperty('suppress');
    expect(endpoint.requests).toHaveLength(1);
  });

  it.each([500, 501, 502, 504, 505, 520, 522, 524, 529])('%i proves nothing', async (status) => {
    endpoint.reply = reply(status);
    expect(await sendThrough(endpoint.url)).toMatchObject({ kind: 'ambiguous', status });
    expect(endpoint.requests).toHaveLength(1);
  });

  it('R-4.8 hears Retry-After, in seconds and as a date', async () => {
    endpoint.reply = reply(429, { 'retry-after': '7' });
    expect(await sendThrough(endpoint.url)).toMatchObject({ kind: 'refused', retryAfterMs: 7_000 });
    endpoint.reply = reply(503, { 'retry-after': 'Mon, 30 Nov 2026 08:15:30 GMT' });
    const nowMs = () => Date.parse('2026-11-30T08:15:00Z');
    expect(await sendThrough(endpoint.url, { settings: { nowMs } })).toMatchObject({ retryAfterMs: 30_000 });
    endpoint.reply = reply(503);
    expect(await sendThrough(endpoint.url)).toMatchObject({ retryAfterMs: 0 });
  });

  it('R-10.5 says nothing that a number stands in', async () => {
    for (const status of [400, 429, 500, 503]) {
      endpoint.reply = reply(status);
      expect(JSON.stringify(await sendThrough(endpoint.url))).not.toContain('9812345678');
    }
  });
});

it('an error inside Twilio (20500) proves nothing', async () => {
  endpoint.reply = failed(500, 20500, 'Internal Server Error');
  expect(await sendThrough(endpoint.url)).toMatchObject({ kind: 'ambiguous', code: '20500', status: 500 });
});
