import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { describeFaults } from '../../testing/fault-contract.js';
import { fetchOrThrow } from '../../testing/fetch-or-throw.js';
import { keyOf, useSandbox } from '../../testing/use-sandbox.js';

const sandbox = useSandbox();
const TOKEN = 'device-token:APA91b';
const SEND = '/fcm/v1/projects/crier-test/messages:send';

const send = async (message: object, timeoutMs = 20_000, rest: object = {}) => {
  const { json } = await fetchOrThrow(`${sandbox.url()}${SEND}`, {
    headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
    body: JSON.stringify({ message: { token: TOKEN, ...message }, ...rest }),
    timeoutMs,
  });
  return json;
};
const refusal = (message: object) =>
  send(message).then(
    ({ name }) => new Error(`it was accepted as ${name}`),
    (error) => error,
  );
const error = (code: number, status: string, errorCode: string) => ({
  status: code,
  body: { error: expect.objectContaining({ code, status, details: [expect.objectContaining({ errorCode })] }) },
});

describeFaults(
  sandbox,
  {
    provider: 'fcm',
    channel: 'push',
    to: () => TOKEN,
    send: async (key, timeoutMs) => (await send({ data: { crier_key: key } }, timeoutMs)).name,
  },
  [
    [{ mode: 'throttle' }, error(429, 'RESOURCE_EXHAUSTED', 'QUOTA_EXCEEDED')],
    [{ mode: 'reject' }, error(400, 'INVALID_ARGUMENT', 'INVALID_ARGUMENT')],
    [{ mode: 'reject', code: 'UNREGISTERED' }, error(404, 'NOT_FOUND', 'UNREGISTERED')],
    [{ mode: 'reject', code: 'SENDER_ID_MISMATCH' }, error(403, 'PERMISSION_DENIED', 'SENDER_ID_MISMATCH')],
    [{ mode: 'auth' }, { status: 401, body: { error: expect.objectContaining({ status: 'UNAUTHENTICATED' }) } }],
    [{ mode: 'error' }, error(503, 'UNAVAILABLE', 'UNAVAILABLE')],
    [{ mode: 'error', status: 500 }, error(500, 'INTERNAL', 'INTERNAL')],
  ],
);

describe('FCM', () => {
  it('names the message, and keeps what the lock screen shows', async () => {
    const { name } = await send({
      notification: { title: 'Approved', body: 'PO-4482 स्वीकृत भयो' },
      data: { 'crier-key': keyOf(2) },
    });
    expect(name).toMatch(/^projects\/crier-test\/messages\/0:\d+%[0-9a-f]+$/);
    expect((await sandbox.messages()).messages[0]).toMatchObject({
      key: keyOf(2),
      subject: 'Approved',
      text: 'PO-4482 स्वीकृत भयो',
    });
    await send({ data: { title: 'T', body: 'B' } });
    expect((await sandbox.messages()).messages[0]).toMatchObject({ key: null, subject: 'T', text: 'B' });
  });

  it('knows which tokens are gone', async () => {
    await sandbox.call('POST', '/sandbox/unregister', JSON.stringify({ provider: 'fcm', token: TOKEN }));
    expect(await refusal({})).toMatchObject(error(404, 'NOT_FOUND', 'UNREGISTERED'));
    expect(await send({ token: 'another' })).toHaveProperty('name');
    await sandbox.call('DELETE', '/sandbox/unregister');
    expect(await send({})).toHaveProperty('name');
  });

  it('only looks at a message that is to be validated only', async () => {
    expect(await send({}, 20_000, { validate_only: true })).toHaveProperty('name');
    expect((await sandbox.counts()).total).toBe(0);
  });

  it.each([
    ['no target', { token: undefined }, 'message'],
    ['two targets', { topic: 'news' }, 'message'],
    ['data that is no text', { data: { n: 1 } }, 'message.data.n'],
  ])('refuses %s by its field', async (_what, message, field) => {
    const { status, body } = await refusal(message);
    expect(status).toBe(400);
    expect(body.error.details[0].fieldViolations).toEqual([expect.objectContaining({ field })]);
  });

  it.each([
    ['no token', SEND, { authorization: '' }, 401],
    ['another call', '/fcm/v1/projects/p/messages', {}, 404],
  ])('answers %s in its own form', async (_what, path, headers, status) => {
    const { json } = await sandbox.call('POST', path, '{}', { authorization: 'Bearer x', ...headers });
    expect(json.error.code).toBe(status);
  });
});

describe('the token endpoint of FCM', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const assertion = (claims: object, alg = 'RS256') => {
    const parts = [{ alg, typ: 'JWT' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
    return `${parts.join('.')}.${sign('sha256', Buffer.from(parts.join('.')), privateKey).toString('base64url')}`;
  };
  const nowSeconds = Math.floor(Date.now() / 1000);
  const CLAIMS = { iss: 'crier@example.iam', aud: 'https://oauth2.googleapis.com/token', exp: nowSeconds + 3600 };
  const ask = (fields: Record<string, string>) =>
    sandbox.call('POST', '/fcm/token', new URLSearchParams(fields).toString());
  const grant_type = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

  it('gives an access token for a signed assertion', async () => {
    const { status, json } = await ask({ grant_type, assertion: assertion(CLAIMS) });
    expect(status).toBe(200);
    expect(json).toEqual({ access_token: expect.any(String), expires_in: 3599, token_type: 'Bearer' });
  });

  it.each([
    ['another grant', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['no assertion', { grant_type }, 'invalid_grant'],
    ['an old assertion', { grant_type, assertion: assertion({ ...CLAIMS, exp: nowSeconds - 1 }) }, 'invalid_grant'],
    ['an unsigned assertion', { grant_type, assertion: assertion(CLAIMS, 'none') }, 'invalid_grant'],
    ['nobody', { grant_type, assertion: assertion({ ...CLAIMS, iss: undefined }) }, 'invalid_grant'],
  ])('refuses %s', async (_what, fields, error) => {
    const { status, json } = await ask(fields as unknown as Record<string, string>);
    expect([status, json.error]).toEqual([400, error]);
  });
});
