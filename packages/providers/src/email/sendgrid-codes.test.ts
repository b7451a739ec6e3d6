import type { DeadReason, FailureClass } from '@crier/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { respond, startVendorEndpoint, type VendorEndpoint } from '../vendor-endpoint.test-support.js';
import { SENDGRID_CODES } from './sendgrid-codes.js';
import { accepted, failed, json, sendThrough, type WireError } from './sendgrid-endpoint.test-support.js';

let endpoint: VendorEndpoint;

beforeAll(async () => {
  endpoint = await startVendorEndpoint(accepted('id-1'));
});
afterAll(() => endpoint.close());
beforeEach(() => {
  endpoint.requests.length = 0;
});

const to = (field: string, message = 'Does not contain a valid address.'): WireError => ({ message, field });
const says = (message: string): WireError => ({ message });

/** What SendGrid answers to a send, as its documentation has it and as it was seen, row by row of the table. */
const DOCUMENTED: readonly (readonly [
  code: string,
  status: number,
  error: WireError,
  failure: FailureClass,
  reason: DeadReason,
])[] = [
  ['credits_exceeded', 401, says('Maximum credits exceeded'), 'configuration', 'rejected'],
  ['credits_exceeded', 403, says('Maximum credits exceeded'), 'configuration', 'rejected'],
  [
    'key_refused',
    401,
    says('The provided authorization grant is invalid, expired, or revoked'),
    'configuration',
    'rejected',
  ],
  ['key_refused', 401, says('Permission denied, wrong credentials'), 'configuration', 'rejected'],
  ['key_refused', 401, says('authorization required'), 'configuration', 'rejected'],
  ['not_authorized', 401, says('Authenticated user is not authorized to send mail'), 'configuration', 'rejected'],
  ['not_authorized', 403, says('access forbidden'), 'configuration', 'rejected'],
  ['ip_refused', 403, says('The requestor’s IP Address is not whitelisted'), 'configuration', 'rejected'],
  [
    'sender_not_verified',
    403,
    {
      message:
        'The from address does not match a verified Sender Identity. Mail cannot be sent until this is resolved.',
      field: 'from',
    },
    'configuration',
    'rejected',
  ],
  ['sender', 400, to('from.email', 'The from email does not contain a valid address.'), 'configuration', 'rejected'],
  ['sender', 400, to('from', 'The from object must be provided for every email send.'), 'configuration', 'rejected'],
  ['not_found', 404, says('Not Found'), 'configuration', 'rejected'],
  ['not_found', 405, says('method not allowed'), 'configuration', 'rejected'],
  ['wrong_region', 451, says('unavailable due to data residency'), 'configuration', 'rejected'],
  ['recipient', 400, to('personalizations.0.to.0.email'), 'permanent', 'bad_address'],
  [
    'recipient',
    400,
    to('personalizations.0.to', 'The To email exceeds the maximum total length of 320 characters'),
    'permanent',
    'bad_address',
  ],
  [
    'recipient',
    400,
    to('personalizations.0.to.0', 'Each "to" object must at least have an email address.'),
    'permanent',
    'bad_address',
  ],
  ['parameter', 400, to('personalizations.0.to.0.name', 'The name must be a string.'), 'permanent', 'rejected'],
  ['parameter', 400, to('personalizations', 'You must have at least one personalization.'), 'permanent', 'rejected'],
  [
    'parameter',
    400,
    to('content.0.value', 'The content value must be a string at least one character in length.'),
    'permanent',
    'rejected',
  ],
  ['parameter', 400, to('subject', 'The subject is required.'), 'permanent', 'rejected'],
  ['parameter', 400, to('headers', 'Header cannot be one of the reserved keys.'), 'permanent', 'rejected'],
  [
    'parameter',
    400,
    to('custom_args', 'All values of custom arguments object must be strings'),
    'permanent',
    'rejected',
  ],
  ['bad_request', 400, says('Bad Request'), 'permanent', 'rejected'],
  ['payload_too_large', 413, says('The JSON payload you have included is too large'), 'permanent', 'rejected'],
  ['unsupported_media_type', 406, says('Missing Accept header'), 'permanent', 'rejected'],
  ['unsupported_media_type', 415, says('Content-Type should be application/json.'), 'permanent', 'rejected'],
  ['too_many_requests', 429, says('too many requests'), 'transient', 'throttled'],
  ['not_available', 503, says('The SendGrid v3 Web API is not available.'), 'transient', 'provider_5xx'],
];

describe('R-4.7 every row of the table, through the SDK', () => {
  it('is in this test, and this test has no others', () => {
    expect([...new Set(DOCUMENTED.map(([code]) => code))].sort()).toEqual(
      SENDGRID_CODES.map(({ code }) => code).sort(),
    );
  });

  it.each(DOCUMENTED)('%s (%i %o) is %s, %s', async (code, status, error, failure, deadReason) => {
    endpoint.reply = failed(status, error);
    const answer = await sendThrough(endpoint.url);
    expect(answer).toMatchObject({ kind: 'refused', code, failure, deadReason, status });
    expect(answer).not.toHaveProperty('unmapped');
    expect('suppress' in answer ? answer.suppress : undefined).toBe(code === 'recipient' ? 'bad_address' : undefined);
    expect(endpoint.requests).toHaveLength(1);
  });

  it('says in the attempt what SendGrid said, and of which field', async () => {
    endpoint.reply = failed(400, [to('personalizations.0.to.0.email'), says('Second.')]);
    expect(await sendThrough(endpoint.url)).toMatchObject({
      message: 'personalizations.0.to.0.email: Does not contain a valid address. Second.',
    });
  });
});

describe('R-4.7 an answer with several errors', () => {
  const recipient = to('personalizations.0.to.0.email');

  it('is our configuration if one of them is: the message is not to blame', async () => {
    const sender = to('from.email', 'The from email does not contain a valid address.');
    for (const errors of [
      [recipient, sender],
      [sender, recipient],
    ]) {
      endpoint.reply = failed(400, errors);
      expect(await sendThrough(endpoint.url)).toMatchObject({ failure: 'configuration', code: 'sender' });
    }
  });

  it('is a bad address before a bad parameter', async () => {
    endpoint.reply = failed(400, [to('subject', 'The subject is required.'), recipient]);
    expect(await sendThrough(endpoint.url)).toMatchObject({ failure: 'permanent', deadReason: 'bad_address' });
  });
});

describe('R-4.7 an error that no row lists', () => {
  it.each([
    [400, to('something.new'), 'permanent', 'rejected'],
    [400, says('Odd.'), 'permanent', 'rejected'],
    [400, to('personalizations_of_mine'), 'permanent', 'rejected'],
    [401, says('Odd.'), 'configuration', 'rejected'],
    [403, says('Too many bad requests. Temporary block'), 'configuration', 'rejected'],
    [408, says('Odd.'), 'transient', 'attempts_exhausted'],
    [422, to('personalizations.0.to.0.email'), 'permanent', 'rejected'],
  ] as const)('%i %o is %s, %s, and counted', async (status, error, failure, deadReason) => {
    endpoint.reply = failed(status, error);
    const expected = { kind: 'refused', failure, deadReason, code: `http_${status}`, unmapped: true };
    expect(await sendThrough(endpoint.url)).toMatchObject(expected);
  });
});

const FORMS = [
  ['the page of a proxy', (status: number, headers = {}) => respond(status, '<p>for maria@example.com</p>', headers)],
  ['other JSON', (status: number, headers = {}) => json(status, { message: 'to maria@example.com' }, headers)],
  ['no errors', (status: number, headers = {}) => json(status, { errors: [] }, headers)],
  ['errors of another form', (status: number, headers = {}) => json(status, { errors: ['no', null, 7] }, headers)],
  ['a word', (status: number, headers = {}) => json(status, 'no', headers)],
  ['null', (status: number, headers = {}) => json(status, null, headers)],
  ['an empty body', (status: number, headers = {}) => respond(status, '', headers)],
] as const;

const REFUSED: readonly (readonly [status: number, failure: FailureClass, reason: DeadReason])[] = [
  [301, 'configuration', 'rejected'],
  [307, 'configuration', 'rejected'],
  [400, 'permanent', 'rejected'],
  [401, 'configuration', 'rejected'],
  [403, 'configuration', 'rejected'],
  [408, 'transient', 'attempts_exhausted'],
  [413, 'permanent', 'rejected'],
  [429, 'transient', 'throttled'],
  [503, 'transient', 'provider_5xx'],
];

describe.each(FORMS)('R-4.9a a status with %s', (_form, reply) => {
  it.each(REFUSED)('%i proves a refusal: %s, %s', async (status, failure, deadReason) => {
    endpoint.reply = reply(status, { location: '/elsewhere' });
    expect(await sendThrough(endpoint.url)).toMatchObject({ kind: 'refused', failure, deadReason, status });
    expect(endpoint.requests).toHaveLength(1);
  });

  it.each([500, 501, 502, 504, 505, 520, 522, 524, 529])('%i proves nothing', async (status) => {
    endpoint.reply = reply(status);
    expect(await sendThrough(endpoint.url)).toMatchObject({ kind: 'ambiguous', status });
    expect(endpoint.requests).toHaveLength(1);
  });

  it('R-10.5 says nothing that an address stands in', async () => {
    for (const status of [400, 429, 500, 503]) {
      endpoint.reply = reply(status);
      expect(JSON.stringify(await sendThrough(endpoint.url))).not.toContain('@');
    }
  });
});

it('R-4.9a the words of a row prove nothing with a 500: they may come from behind something that passed the mail on', async () => {
  for (const status of [500, 502, 504]) {
    endpoint.reply = failed(status, says('Maximum credits exceeded'));
    expect(await sendThrough(endpoint.url)).toMatchObject({ kind: 'ambiguous', status });
  }
});

it('R-10.5 repeats SendGrid’s words without the addresses in them', async () => {
  endpoint.reply = failed(400, to('subject', 'You have included maria@example.com more than once.'));
  expect(await sendThrough(endpoint.url)).toMatchObject({
    message: 'subject: You have included [address] more than once.',
  });
});

describe('R-4.8 the wait that SendGrid asks for', () => {
  const nowMs = () => Date.parse('2026-11-30T08:15:00Z');
  const NOW_S = nowMs() / 1000;
  const wait = async (status: number, headers: Record<string, string>) => {
    endpoint.reply = failed(status, says('too many requests'), headers);
    const answer = await sendThrough(endpoint.url, { settings: { nowMs } });
    return answer.kind === 'refused' && answer.retryAfterMs;
  };

  it('is Retry-After, in seconds or as a date', async () => {
    expect(await wait(429, { 'retry-after': '7' })).toBe(7_000);
    expect(await wait(503, { 'retry-after': 'Mon, 30 Nov 2026 08:15:30 GMT' })).toBe(30_000);
  });

  it('is the end of the window when it throttles and has no Retry-After', async () => {
    expect(await wait(429, { 'x-ratelimit-reset': `${NOW_S + 12}` })).toBe(12_000);
    expect(await wait(429, { 'x-ratelimit-reset': `${NOW_S + 12}`, 'retry-after': '7' })).toBe(7_000);
    expect(await wait(429, { 'x-ratelimit-reset': `${NOW_S + 12}`, 'retry-after': 'soon' })).toBe(12_000);
  });

  it('is not the end of the window when the window is not what refuses', async () => {
    expect(await wait(503, { 'x-ratelimit-reset': `${NOW_S + 12}` })).toBe(0);
  });

  it.each(['', 'soon', '-1', 'NaN', 'Infinity', `${NOW_S - 1}`, `${NOW_S}`, '1e99'])(
    'is nothing when the end can’t be read or is past: %j',
    async (reset) => {
      expect(await wait(429, { 'x-ratelimit-reset': reset })).toBe(0);
    },
  );

  it('is no longer than a Retry-After would be believed', async () => {
    const longest = await wait(429, { 'retry-after': '99999999' });
    expect(longest).toBeGreaterThan(0);
    expect(await wait(429, { 'x-ratelimit-reset': `${NOW_S + 99_999_999}` })).toBe(longest);
  });
});
