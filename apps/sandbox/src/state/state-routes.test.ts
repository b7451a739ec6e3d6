import { describe, expect, it } from 'vitest';
import { useSandbox } from '../testing/use-sandbox.js';

const sandbox = useSandbox();
const post = (path: string, body: unknown) => sandbox.call('POST', path, JSON.stringify(body));

describe('what people and their devices do', () => {
  it('subscriptions have the form that a browser gives, each with keys of its own', async () => {
    const [one, other] = [
      await post('/sandbox/webpush-subscriptions', {}),
      await post('/sandbox/webpush-subscriptions', {}),
    ];
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(one.json).toEqual({
      id: expect.stringMatching(/^[\w-]{22}$/),
      endpoint: `${sandbox.url()}/webpush/${one.json.id}`,
      expirationTime: null,
      keys: { p256dh: expect.stringMatching(/^[\w-]{87}$/), auth: expect.stringMatching(/^[\w-]{22}$/) },
    });
    expect(one.json.keys).not.toEqual(other.json.keys);
  });

  it('subscribes without any body too', async () => {
    expect((await sandbox.call('POST', '/sandbox/webpush-subscriptions')).status).toBe(201);
  });

  it.each([
    ['/sandbox/unregister', { provider: 'ses', token: 't' }, '/provider'],
    ['/sandbox/unregister', { provider: 'fcm' }, '/token'],
    ['/sandbox/unregister', { provider: 'fcm', token: 't', all: true }, '/all'],
    ['/sandbox/webpush-subscriptions', { key: 'x' }, '/key'],
    ['/sandbox/whatsapp-templates', { name: 'With Blanks', body: 'x' }, '/name'],
    ['/sandbox/whatsapp-templates', { name: 'a' }, '/body'],
    ['/sandbox/whatsapp-templates', { name: 'a', body: 'x', category: 'service' }, '/category'],
  ])('%s with %j is refused by its field', async (path, body, pointer) => {
    const { status, json } = await post(path, body);
    expect([status, json.errors.map((error: { pointer: string }) => error.pointer)]).toEqual([422, [pointer]]);
  });
});
