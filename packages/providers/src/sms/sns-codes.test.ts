import type { DeadReason, FailureClass } from '@crier/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startVendorEndpoint, type VendorEndpoint } from '../vendor-endpoint.test-support.js';
import { SNS_CODES } from './sns-codes.js';
import { accepted, failed, sendThrough, xml } from './sns-endpoint.test-support.js';

let endpoint: VendorEndpoint;

beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  endpoint = await startVendorEndpoint(accepted('m-1'));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await endpoint.close();
});
beforeEach(() => {
  endpoint.requests.length = 0;
});

/** Class and reason of every code of the table: as it is on the wire, its status, and what the SDK calls it. */
const DOCUMENTED: readonly (readonly [wire: string, status: number, name: string, FailureClass, DeadReason])[] = [
  ['AuthorizationError', 403, 'AuthorizationErrorException', 'configuration', 'rejected'],
  ['InvalidSecurity', 403, 'InvalidSecurityException', 'configuration', 'rejected'],
  ['InvalidParameter', 400, 'InvalidParameterException', 'permanent', 'rejected'],
  ['ParameterValueInvalid', 400, 'InvalidParameterValueException', 'permanent', 'rejected'],
  ['NotFound', 404, 'NotFoundException', 'configuration', 'rejected'],
  ['OptedOut', 400, 'OptedOutException', 'permanent', 'rejected'],
  ['Throttled', 429, 'ThrottledException', 'transient', 'throttled'],
  ['UserError', 400, 'UserErrorException', 'permanent', 'rejected'],
  ['ValidationException', 400, 'ValidationException', 'permanent', 'rejected'],
  ['AccessDenied', 403, 'AccessDenied', 'configuration', 'rejected'],
  ['AccessDeniedException', 400, 'AccessDeniedException', 'configuration', 'rejected'],
  ['ExpiredToken', 403, 'ExpiredToken', 'configuration', 'rejected'],
  ['ExpiredTokenException', 403, 'ExpiredTokenException', 'configuration', 'rejected'],
  ['IncompleteSignature', 400, 'IncompleteSignature', 'configuration', 'rejected'],
  ['InvalidAction', 400, 'InvalidAction', 'configuration', 'rejected'],
  ['InvalidClientTokenId', 403, 'InvalidClientTokenId', 'configuration', 'rejected'],
  ['InvalidParameterCombination', 400, 'InvalidParameterCombination', 'permanent', 'rejected'],
  ['InvalidParameterValue', 400, 'InvalidParameterValue', 'permanent', 'rejected'],
  ['MissingAuthenticationToken', 403, 'MissingAuthenticationToken', 'configuration', 'rejected'],
  ['MissingParameter', 400, 'MissingParameter', 'permanent', 'rejected'],
  ['NotAuthorized', 400, 'NotAuthorized', 'configuration', 'rejected'],
  ['OptInRequired', 403, 'OptInRequired', 'configuration', 'rejected'],
  ['RequestExpired', 400, 'RequestExpired', 'configuration', 'rejected'],
  ['ServiceUnavailable', 503, 'ServiceUnavailable', 'transient', 'provider_5xx'],
  ['SignatureDoesNotMatch', 403, 'SignatureDoesNotMatch', 'configuration', 'rejected'],
  ['Throttling', 400, 'Throttling', 'transient', 'throttled'],
  ['ThrottlingException', 400, 'ThrottlingException', 'transient', 'throttled'],
  ['UnrecognizedClientException', 403, 'UnrecognizedClientException', 'configuration', 'rejected'],
  ['ValidationError', 400, 'ValidationError', 'permanent', 'rejected'],
];

describe('R-4.7 every code of the table, through the SDK', () => {
  it('is in this test, and this test has no others', () => {
    expect(DOCUMENTED.map(([, , name]) => name).sort()).toEqual(Object.keys(SNS_CODES).sort());
  });

  it.each(DOCUMENTED)('%s (%i) is %s: %s, %s', async (wire, status, code, failure, deadReason) => {
    endpoint.reply = failed(status, wire, 'Something went wrong.');
    expect(await sendThrough(endpoint.url)).toEqual({
      kind: 'refused',
      code,
      failure,
      deadReason,
      status,
      message: 'Something went wrong.',
      retryAfterMs: 0,
      ...(wire === 'OptedOut' ? { suppress: 'unsubscribed' } : {}),
    });
    expect(endpoint.requests).toHaveLength(1);
  });

  it.each(DOCUMENTED)('%s proves a refusal even with a 500 (R-4.9a)', async (wire, _status, code, failure) => {
    endpoint.reply = failed(500, wire);
    expect(await sendThrough(endpoint.url)).toMatchObject({ kind: 'refused', code, failure });
  });
});

describe('R-4.7 a code that means several things', () => {
  const answerTo = async (wire: string, text: string) => {
    endpoint.reply = failed(400, wire, text);
    return sendThrough(endpoint.url);
  };

  it.each(['InvalidParameter', 'ParameterValueInvalid'])('%s is the number’s fault when it says so', async (wire) => {
    const text = 'Invalid parameter: PhoneNumber Reason: +9779812345678 is not valid to publish to';
    const answer = await answerTo(wire, text);
    expect(answer).toMatchObject({ failure: 'permanent', deadReason: 'bad_address' });
    // A region without SMS says the same of every number.
    expect(answer).not.toHaveProperty('suppress');
    expect(JSON.stringify(answer)).not.toContain('9812345678');
  });

  it('InvalidParameter is a recipient who wants no messages when it says so', async () => {
    const text = 'Invalid parameter: PhoneNumber Reason: the phone number is opted out';
    expect(await answerTo('InvalidParameter', text)).toMatchObject({ failure: 'permanent', suppress: 'unsubscribed' });
  });

  it('InvalidParameter is our configuration when it is about the sender', async () => {
    const text = 'Invalid parameter: AWS.SNS.SMS.SenderID Reason: Invalid sender id';
    expect(await answerTo('InvalidParameter', text)).toMatchObject({ failure: 'configuration' });
  });

  it('InvalidParameter is the message’s own fault otherwise', async () => {
    const text = 'Invalid parameter: Message too long';
    expect(await answerTo('InvalidParameter', text)).toMatchObject({ failure: 'permanent', deadReason: 'rejected' });
  });
});

const REFUSED: readonly (readonly [status: number, failure: FailureClass, reason: DeadReason])[] = [
  [301, 'configuration', 'rejected'],
  [400, 'permanent', 'rejected'],
  [401, 'configuration', 'rejected'],
  [403, 'configuration', 'rejected'],
  [405, 'permanent', 'rejected'],
  [408, 'transient', 'attempts_exhausted'],
  [413, 'permanent', 'rejected'],
  [429, 'transient', 'throttled'],
  [503, 'transient', 'provider_5xx'],
];
const FORMS = [
  ['a code that no table lists', (status: number, headers = {}) => failed(status, 'NeverHeardOf', 'Odd.', headers)],
  ['the page of a proxy', (status: number, headers = {}) => xml(status, '<p>for +9779812345678 <br></p>', headers)],
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
  });
});

it('a 404 without a body is NotFound to the SDK: a wrong endpoint, and our configuration', async () => {
  endpoint.reply = xml(404, '');
  expect(await sendThrough(endpoint.url)).toMatchObject({ code: 'NotFoundException', failure: 'configuration' });
});

it('an error inside SNS (InternalError) proves nothing', async () => {
  endpoint.reply = failed(500, 'InternalError', 'Internal service error.');
  expect(await sendThrough(endpoint.url)).toMatchObject({ kind: 'ambiguous', status: 500 });
});
