import { beforeEach, describe, expect, it } from 'vitest';
import webpush from 'web-push';
import { describeFaults } from '../../testing/fault-contract.js';
import { fetchOrThrow } from '../../testing/fetch-or-throw.js';
import { keyOf, useSandbox } from '../../testing/use-sandbox.js';

let skippedMs = 0;
const sandbox = useSandbox(() => ({ now: () => Date.now() + skippedMs }));
const VAPID = { subject: 'mailto:ops@example.com', ...webpush.generateVAPIDKeys() };
type Subscription = webpush.PushSubscription & { id: string };
let subscription: Subscription;

const subscribe = async (body: object = {}): Promise<Subscription> =>
  (await sandbox.call('POST', '/sandbox/webpush-subscriptions', JSON.stringify(body))).json;
beforeEach(async () => {
  skippedMs = 0;
  subscription = await subscribe();
});

type Options = webpush.RequestOptions & { timeoutMs?: number; change?: Record<string, string | undefined> };
/** The library encrypts and signs; it would post over TLS only, so the test posts. `change` puts or takes headers. */
const push = async (payload: string | null, { timeoutMs = 20_000, change = {}, ...options }: Options = {}) => {
  const whole = { vapidDetails: VAPID, ...options };
  const { endpoint, headers, body } = webpush.generateRequestDetails(subscription, payload as string, whole);
  const wanted = Object.entries({ ...headers, 'Content-Length': undefined, ...change });
  const given = wanted.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  const init = { headers: Object.fromEntries(given), body: body ?? '', timeoutMs };
  return (await fetchOrThrow(endpoint, init)).headers.get('location') ?? undefined;
};
const authorization = (key = VAPID.publicKey) =>
  webpush
    .getVapidHeaders(
      new URL(subscription.endpoint).origin,
      VAPID.subject,
      VAPID.publicKey,
      VAPID.privateKey,
      'aes128gcm',
    )
    .Authorization.replace(VAPID.publicKey, key);
const statusOf = (payload: string | null, options: Options = {}) =>
  push(payload, options).then(
    () => 201,
    ({ status }) => status,
  );
const newest = async () => (await sandbox.messages()).messages[0];

describeFaults(
  sandbox,
  {
    provider: 'webpush',
    channel: 'push',
    to: () => subscription.id,
    send: (key, timeoutMs) => push('{"title":"Approved"}', { topic: key, timeoutMs }),
  },
  [
    [
      { mode: 'throttle', retryAfter: 9 },
      { status: 429, headers: expect.objectContaining({ 'retry-after': '9' }) },
    ],
    [{ mode: 'reject' }, { status: 410 }],
    [{ mode: 'reject', code: 404 }, { status: 404 }],
    [{ mode: 'reject', code: 413 }, { status: 413 }],
    [{ mode: 'auth' }, { status: 403 }],
    [{ mode: 'error' }, { status: 503 }],
    [{ mode: 'error', status: 500 }, { status: 500 }],
  ],
);

describe('what the browser reads', () => {
  it.each([
    ['{"title":"Approved","body":"PO-4482 स्वीकृत भयो"}', { subject: 'Approved', text: 'PO-4482 स्वीकृत भयो' }],
    ['{"web_push":8030,"notification":{"title":"T","body":"B"}}', { subject: 'T', text: 'B' }],
    ['just text', { subject: null, text: 'just text' }],
    [`long ${'x'.repeat(3900)}`, { text: `long ${'x'.repeat(3900)}` }],
    [null, { subject: null, text: null }],
  ])('%.60s is decrypted', async (payload, content) => {
    const location = await push(payload);
    expect(location).toMatch(new RegExp(`^${sandbox.url()}/webpush/messages/[\\w-]{22}$`));
    expect(await newest()).toMatchObject({ to: subscription.id, messageId: location, ...content });
  });

  it('stays closed when it was encrypted for another', async () => {
    const other = await subscribe();
    subscription = { ...other, endpoint: subscription.endpoint };
    await push('secret');
    expect(await newest()).toMatchObject({ subject: '(encrypted)', text: expect.stringMatching(/^\d+ bytes/) });
  });
});

describe('a push service', () => {
  it('has no more of a subscription that was given up, until all is forgotten', async () => {
    const gone = JSON.stringify({ provider: 'webpush', token: subscription.id });
    await sandbox.call('POST', '/sandbox/unregister', gone);
    expect(await statusOf('x')).toBe(410);
    await sandbox.call('DELETE', '/sandbox/unregister');
    expect(await statusOf('x')).toBe(201);
  });

  it.each<[string, number, () => Record<string, string | undefined>]>([
    ['no TTL', 400, () => ({ TTL: undefined })],
    ['another encoding', 400, () => ({ 'Content-Encoding': 'gzip' })],
    ['an unknown urgency', 400, () => ({ Urgency: 'now' })],
    ['no authorization', 401, () => ({ Authorization: undefined })],
    ['a forged authorization', 403, () => ({ Authorization: authorization(webpush.generateVAPIDKeys().publicKey) })],
  ])('refuses %s with %i', async (_what, status, change) => {
    expect(await statusOf('x', { change: change() })).toBe(status);
    expect((await sandbox.counts()).total).toBe(0);
  });

  it('refuses more than 4096 bytes with 413', async () => {
    expect(await statusOf('x'.repeat(4200))).toBe(413);
  });

  it('takes an authorization while it is good, for the origin that it names', async () => {
    const change = { Authorization: authorization() };
    expect(await statusOf('x', { change })).toBe(201);
    expect(await statusOf('x', { change })).toBe(201);
    skippedMs = 13 * 3_600_000;
    expect(await statusOf('x', { change })).toBe(403);
    skippedMs = 0;
    subscription = { ...subscription, endpoint: subscription.endpoint.replace('127.0.0.1', 'localhost') };
    expect(await statusOf('x', { change })).toBe(403);
  });

  it('lets only the key push that the browser subscribed with', async () => {
    subscription = await subscribe({ applicationServerKey: VAPID.publicKey });
    expect(await statusOf('x')).toBe(201);
    subscription = await subscribe({ applicationServerKey: webpush.generateVAPIDKeys().publicKey });
    expect(await statusOf('x')).toBe(403);
  });

  it('reads the key from the topic', async () => {
    await push('x', { topic: keyOf(7) });
    expect((await newest()).key).toBe(keyOf(7));
  });
});
