import type { DeadReason, FailureClass } from '@crier/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startVendorEndpoint, type VendorEndpoint } from '../vendor-endpoint.test-support.js';
import { SES_CODES } from './ses-codes.js';
import { accepted, failed, sendThrough, xml } from './ses-endpoint.test-support.js';

let endpoint: VendorEndpoint;

beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  endpoint = await startVendorEndpoint(accepted('0100-accepted'));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await endpoint.close();
});
beforeEach(() => {
  endpoint.requests.length = 0;
});

/** Class and reason of every code that SES documents for a send, with the status that it comes with. */
const DOCUMENTED: readonly (readonly [code: string, status: number, failure: FailureClass, reason: DeadReason])[] = [
  ['MessageRejected', 400, 'permanent', 'rejected'],
  ['InvalidParameterValue', 400, 'permanent', 'rejected'],
  ['InvalidParameterCombination', 400, 'permanent', 'rejected'],
  ['MissingParameter', 400, 'permanent', 'rejected'],
  ['ValidationError', 400, 'permanent', 'rejected'],
  ['Throttling', 400, 'transient', 'throttled'],
  ['ThrottlingException', 400, 'transient', 'throttled'],
  ['TooManyRequestsException', 400, 'transient', 'throttled'],
  ['ServiceUnavailable', 503, 'transient', 'provider_5xx'],
  ['MailFromDomainNotVerified', 400, 'configuration', 'rejected'],
  ['MailFromDomainNotVerifiedException', 400, 'configuration', 'rejected'],
  ['ConfigurationSetDoesNotExist', 400, 'configuration', 'rejected'],
  ['ConfigurationSetDoesNotExistException', 400, 'configuration', 'rejected'],
  ['ConfigurationSetSendingPausedException', 400, 'configuration', 'rejected'],
  ['AccountSendingPausedException', 400, 'configuration', 'rejected'],
  ['AccessDenied', 403, 'configuration', 'rejected'],
  ['AccessDeniedException', 400, 'configuration', 'rejected'],
  ['ExpiredToken', 403, 'configuration', 'rejected'],
  ['ExpiredTokenException', 403, 'configuration', 'rejected'],
  ['IncompleteSignature', 400, 'configuration', 'rejected'],
  ['InvalidAction', 400, 'configuration', 'rejected'],
  ['InvalidClientTokenId', 403, 'configuration', 'rejected'],
  ['MissingAuthenticationToken', 403, 'configuration', 'rejected'],
  ['NotAuthorized', 400, 'configuration', 'rejected'],
  ['OptInRequired', 403, 'configuration', 'rejected'],
  ['RequestExpired', 400, 'configuration', 'rejected'],
  ['SignatureDoesNotMatch', 403, 'configuration', 'rejected'],
  ['UnrecognizedClientException', 403, 'configuration', 'rejected'],
];

describe('R-4.7 every code of the table, through the SDK', () => {
  it('is in this test, and this test has no others', () => {
    expect(DOCUMENTED.map(([code]) => code).sort()).toEqual(Object.keys(SES_CODES).sort());
  });

  it.each(DOCUMENTED)('%s (%i) is %s, %s', async (code, status, failure, deadReason) => {
    endpoint.reply = failed(status, code, 'Something went wrong.');
    const answer = await sendThrough(endpoint.url);
    expect(answer).toMatchObject({ kind: 'refused', failure, deadReason, status });
    expect(answer).not.toHaveProperty('unmapped');
    expect(endpoint.requests).toHaveLength(1);
  });

  it.each(Object.keys(SES_CODES))('%s proves a refusal even with a 500 (R-4.9a)', async (code) => {
    endpoint.reply = failed(500, code);
    expect(await sendThrough(endpoint.url)).toMatchObject({ kind: 'refused', failure: SES_CODES[code]?.failure });
  });
});

describe('R-4.7 codes that mean two things', () => {
  it.each([
    'Email address is not verified. The following identities failed the check in region EU-WEST-1: no-reply@example.com',
    'Sending paused for this account. For more information, please check the inbox of the email address associated with your AWS account.',
    'Sending suspended for this account.',
    'Account is paused.',
  ])('MessageRejected is our configuration when it says: %s', async (text) => {
    endpoint.reply = failed(400, 'MessageRejected', text);
    const answer = await sendThrough(endpoint.url);
    expect(answer).toMatchObject({ kind: 'refused', failure: 'configuration', code: 'MessageRejected' });
    expect(JSON.stringify(answer)).not.toContain('@');
  });

  it('MessageRejected is the message’s own fault otherwise', async () => {
    endpoint.reply = failed(400, 'MessageRejected', 'Transaction failed: Duplicate header &apos;To&apos;.');
    expect(await sendThrough(endpoint.url)).toMatchObject({ failure: 'permanent', deadReason: 'rejected' });
  });

  it.each([
    "Missing final '@domain'",
    'Local address contains control or whitespace',
    'Domain contains illegal character',
    'Illegal address',
  ])('InvalidParameterValue is a bad address when it says: %s', async (text) => {
    endpoint.reply = failed(400, 'InvalidParameterValue', text.replaceAll("'", '&apos;'));
    const answer = await sendThrough(endpoint.url);
    expect(answer).toMatchObject({ failure: 'permanent', deadReason: 'bad_address' });
    // It may be the sender's.
    expect(answer).not.toHaveProperty('suppress');
  });

  it('InvalidParameterValue is a rejected message otherwise', async () => {
    endpoint.reply = failed(400, 'InvalidParameterValue', 'Invalid tag value: crier-key');
    expect(await sendThrough(endpoint.url)).toMatchObject({ failure: 'permanent', deadReason: 'rejected' });
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
const PAGE = '<html><body>Bad <br> gateway for maria@example.com</body></html>';
const FORMS = [
  ['a code that no table lists', (status: number, headers = {}) => failed(status, 'NeverHeardOf', 'Odd.', headers)],
  [
    'the page of a proxy',
    (status: number, headers = {}) => xml(status, PAGE, { ...headers, 'content-type': 'text/html' }),
  ],
  ['JSON', (status: number, headers = {}) => xml(status, '{"message":"no"}', headers)],
  ['an empty body', (status: number, headers = {}) => xml(status, '', headers)],
] as const;

describe.each(FORMS)('R-4.9a a status with %s', (_form, reply) => {
  it.each(REFUSED)('%i proves a refusal: %s, %s, and is counted', async (status, failure, deadReason) => {
    endpoint.reply = reply(status);
    const expected = { kind: 'refused', failure, deadReason, status, unmapped: true };
    expect(await sendThrough(endpoint.url)).toMatchObject(expected);
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

  it('R-10.5 says nothing that an address stands in', async () => {
    for (const status of [400, 429, 500, 503]) {
      endpoint.reply = reply(status);
      expect(JSON.stringify(await sendThrough(endpoint.url))).not.toContain('@');
    }
  });
});

it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'takes a code named %s for one that no table lists',
  async (code) => {
    endpoint.reply = failed(400, code);
    expect(await sendThrough(endpoint.url)).toMatchObject({
      kind: 'refused',
      failure: 'permanent',
      deadReason: 'rejected',
    });
    endpoint.reply = failed(500, code);
    expect(await sendThrough(endpoint.url)).toMatchObject({ kind: 'ambiguous', status: 500 });
  },
);
