import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CallbacksUnderTest,
  CERTIFICATE,
  ec,
  one,
  rsa,
  type SnsFields,
  sesDelivery,
  snsMessage,
  startCallbacks,
  TOPIC,
} from '../callbacks.test-support.js';

const amazon = rsa();
let callbacks: CallbacksUnderTest;
beforeAll(async () => {
  callbacks = await startCallbacks({ sns: amazon.publicKey });
});
afterAll(() => callbacks.close());

const PATH = '/callbacks/ses';
/** A delivery, and the signed news that it arrived. */
const news = async (fields: Partial<SnsFields> = {}, version: 1 | 2 = 2, key = amazon.privateKey) => {
  const delivery = await one(callbacks);
  const Message = sesDelivery(delivery);
  return { ...delivery, message: snsMessage(key, { Message, ...fields }, version) };
};

describe('R-10.1 what Amazon signed is believed', () => {
  it.each([1, 2] as const)('by signature version %d, with and without a subject', async (version) => {
    for (const fields of [{}, { Subject: 'Amazon SES Email Event Notification' }]) {
      const { id, message } = await news(fields, version);
      expect(await callbacks.post(PATH, message, { 'content-type': 'text/plain; charset=UTF-8' })).toEqual({
        status: 204,
      });
      expect(await callbacks.stateOf(id)).toBe('delivered');
    }
  });

  it('by a certificate that is fetched once', async () => {
    const before = callbacks.fetched.length;
    const all = await Promise.all(Array.from({ length: 20 }, () => news()));
    const answers = await Promise.all(all.map(({ message }) => callbacks.post(PATH, message)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect(callbacks.fetched.length - before).toBeLessThanOrEqual(1);
  });

  it('replayed word for word, it changes nothing more', async () => {
    const { id, message } = await news();
    await callbacks.post(PATH, message);
    const [before] = await callbacks.sql`SELECT * FROM deliveries WHERE id = ${id}`;
    expect(await callbacks.post(PATH, message)).toEqual({ status: 204 });
    expect((await callbacks.sql`SELECT * FROM deliveries WHERE id = ${id}`)[0]).toEqual(before);
    const metrics = await (await callbacks.get('/metrics')).text();
    expect(metrics).toMatch(/crier_duplicates_total\{where="callback"[^}]*\} [1-9]/);
    expect(metrics).toMatch(/crier_deliveries_total\{[^}]*provider="ses"[^}]*result="delivered"[^}]*\} [1-9]/);
  });

  it.each([
    [
      'what says nothing about a message',
      '{"eventType":"Open","mail":{"messageId":"x","timestamp":"2026-11-30T08:15:00Z"}}',
    ],
    ['SES’ note that the topic works', 'Successfully validated SNS topic for Amazon SES event publishing.'],
    ['another program’s message', '{"hello":[1]}'],
    ['a message that is not ours', sesDelivery({ key: '0'.repeat(32), messageId: 'm-foreign' })],
  ])('%s is taken and forgotten', async (_what, Message) => {
    expect(await callbacks.post(PATH, snsMessage(amazon.privateKey, { Message }))).toEqual({ status: 204 });
  });
});

describe('R-10.1 what is not signed by Amazon for a topic of ours stores nothing', () => {
  type Change = (message: SnsFields) => SnsFields;
  const TAMPERED: readonly [what: string, change: Change][] = [
    ['a changed message', (m) => ({ ...m, Message: String(m.Message).replace('250 OK', '250 ok') })],
    ['a changed subject', (m) => ({ ...m, Subject: 'x' })],
    ['a changed time', (m) => ({ ...m, Timestamp: '2026-11-30T08:15:00.001Z' })],
    ['a topic put in its place', (m) => ({ ...m, TopicArn: 'arn:aws:sns:eu-west-1:123456789012:other' })],
    ['the other signature version', (m) => ({ ...m, SignatureVersion: '1' })],
    ['no signature', (m) => ({ ...m, Signature: '' })],
    ['a signature of something else', (m) => ({ ...m, Signature: snsMessage(amazon.privateKey).Signature })],
  ];
  it.each(TAMPERED)('%s', async (_what, change) => {
    const { id, message } = await news();
    expect(await callbacks.post(PATH, change(message))).toEqual({ status: 403, code: 'forbidden' });
    expect(await callbacks.stateOf(id)).toBe('accepted');
  });

  it.each([
    'arn:aws:sns:eu-west-1:999999999999:crier-ses',
    TOPIC.toUpperCase(),
    'arn:aws:sns:us-east-1:000000000000:crier-ses',
  ])('the topic %s, though well signed', async (TopicArn) => {
    const { id, message } = await news({ TopicArn });
    expect(await callbacks.post(PATH, message)).toEqual({ status: 403, code: 'forbidden' });
    expect(await callbacks.stateOf(id)).toBe('accepted');
  });

  it('a certificate from elsewhere, which is not even fetched', async () => {
    const stranger = rsa();
    const SigningCertURL = 'https://sns.evil.example/SimpleNotificationService-1.pem';
    callbacks.pages.set(SigningCertURL, stranger.publicKey.export({ type: 'spki', format: 'pem' }).toString());
    const { id, message } = await news({ SigningCertURL }, 2, stranger.privateKey);
    expect(await callbacks.post(PATH, message)).toEqual({ status: 403, code: 'forbidden' });
    expect(callbacks.fetched).not.toContain(SigningCertURL);
    expect(await callbacks.stateOf(id)).toBe('accepted');
  });

  it('a key of another kind', async () => {
    const other = ec();
    const SigningCertURL = CERTIFICATE.replace('01d0', 'ec00');
    callbacks.pages.set(SigningCertURL, other.publicKey.export({ type: 'spki', format: 'pem' }).toString());
    const { message } = await news({ SigningCertURL }, 2, other.privateKey);
    expect(await callbacks.post(PATH, message)).toMatchObject({ status: 403 });
  });

  it('but is asked for again when the certificate cannot be fetched', async () => {
    const { message } = await news({ SigningCertURL: CERTIFICATE.replace('01d0', 'ffff') });
    expect(await callbacks.post(PATH, message)).toEqual({ status: 503, code: 'unavailable' });
  });
});

describe('R-10.1 what cannot be read', () => {
  it.each([
    ['broken JSON', '{"Type":', 400, 'invalid_json'],
    ['nothing', '', 400, 'invalid_json'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 400, 'invalid_json'],
    ['a list', [], 400, 'bad_request'],
    ['another type', { ...snsMessage(amazon.privateKey), Type: 'Greeting' }, 400, 'bad_request'],
    ['another signature version', { ...snsMessage(amazon.privateKey), SignatureVersion: '3' }, 400, 'bad_request'],
    ['an SES event without its envelope', sesDelivery({ key: '0'.repeat(32), messageId: 'm' }), 400, 'bad_request'],
    ['more than 1 MiB', 'x'.repeat(1024 * 1024 + 1), 413, 'too_large'],
  ])('%s', async (_what, body, status, code) => {
    expect(await callbacks.post(PATH, body)).toEqual({ status, code });
  });

  it('another method and another place', async () => {
    expect((await callbacks.get(PATH)).status).toBe(404);
    expect(await callbacks.post('/callbacks/pigeon', {})).toEqual({ status: 404, code: 'not_found' });
  });
});

describe('R-10.1 the subscription of a topic', () => {
  const url = `https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${TOPIC}&Token=t`;
  const confirmation = (SubscribeURL: string, fields: Partial<SnsFields> = {}) =>
    snsMessage(amazon.privateKey, { Type: 'SubscriptionConfirmation', Token: 't', SubscribeURL, ...fields });

  it('is confirmed by getting its address', async () => {
    callbacks.pages.set(url, '<ConfirmSubscriptionResponse/>');
    expect(await callbacks.post(PATH, confirmation(url))).toEqual({ status: 204 });
    expect(callbacks.fetched.at(-1)).toBe(url);
  });

  it.each([
    ['a host that is not SNS', url.replace('amazonaws.com', 'amazonaws.com.evil.example')],
    ['another action', url.replace('ConfirmSubscription', 'Publish')],
    ['another topic', url.replace('crier-ses', 'other')],
    ['no TLS', url.replace('https', 'http')],
  ])('is not confirmed at %s', async (_what, elsewhere) => {
    callbacks.pages.set(elsewhere, '');
    expect(await callbacks.post(PATH, confirmation(elsewhere))).toEqual({ status: 403, code: 'forbidden' });
    expect(callbacks.fetched).not.toContain(elsewhere);
  });

  it('is not confirmed unsigned, nor for a topic that is not ours', async () => {
    const before = callbacks.fetched.filter((address) => address === url).length;
    expect(await callbacks.post(PATH, { ...confirmation(url), Token: 'u' })).toMatchObject({ status: 403 });
    expect(await callbacks.post(PATH, confirmation(url, { TopicArn: `${TOPIC}2` }))).toMatchObject({ status: 403 });
    expect(callbacks.fetched.filter((address) => address === url)).toHaveLength(before);
  });

  it('is asked for again when SNS does not take the confirmation', async () => {
    expect(await callbacks.post(PATH, confirmation(`${url}&n=2`))).toMatchObject({ status: 503 });
  });

  it('may end', async () => {
    const end = snsMessage(amazon.privateKey, { Type: 'UnsubscribeConfirmation', Token: 't', SubscribeURL: url });
    expect(await callbacks.post(PATH, end)).toEqual({ status: 204 });
  });
});
