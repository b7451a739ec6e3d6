import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { readPushTokens } from '@crier/db';
import { openSeal } from '@crier/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DIRECTORY, type IntakeUnderTest, startIntake } from '../intake.test-support.js';

let intake: IntakeUnderTest;
beforeAll(async () => {
  intake = await startIntake();
});
afterAll(() => intake.close());

const at = (id: string, tokenId?: string) => `/v1/recipients/${id}/push-tokens${tokenId ? `/${tokenId}` : ''}`;
const newToken = () => randomBytes(32).toString('hex');
const browser = (endpoint: string) => {
  const p256dh = createECDH('prime256v1').generateKeys().toString('base64url');
  return { kind: 'webpush', subscription: { endpoint, keys: { p256dh, auth: randomBytes(16).toString('base64url') } } };
};
/** What the sender will send to. */
const opened = async (id: string): Promise<string> => {
  const stored = (await readPushTokens(intake.sql, [id])).get(id);
  return stored ? openSeal(DIRECTORY.encryptionKeys, stored.sealed) : '';
};

describe('push tokens', () => {
  it.each(['fcm', 'apns'])('%s: 201 with an id, 200 with the same one when the device comes again', async (kind) => {
    const token = newToken();
    const first = await intake.send('POST', at('u-1'), { kind, token });
    expect(first.status).toBe(201);
    expect(await intake.send('POST', at('u-1'), { kind, token })).toMatchObject({ status: 200, json: first.json });
    expect(await opened(first.json.id)).toBe(token);
  });

  it('of a browser are its subscription, which is what the sender gets', async () => {
    const here = browser('http://127.0.0.1:3900/webpush/a');
    const { status, json } = await intake.send('POST', at('u-1'), here);
    expect([status, JSON.parse(await opened(json.id))]).toEqual([201, here.subscription]);
  });

  it('of somebody else become this person’s, under another id', async () => {
    const body = { kind: 'fcm', token: newToken() };
    const { json: hers } = await intake.send('POST', at('sita'), body);
    const his = await intake.send('POST', at('otto'), body);
    expect([his.status, his.json.id === hers.id]).toEqual([201, false]);
    expect((await intake.send('DELETE', at('sita', hers.id))).status).toBe(404);
    expect((await intake.send('DELETE', at('otto', his.json.id))).status).toBe(204);
  });

  it('are forgotten by their id, once, and only under their own person', async () => {
    const { json } = await intake.send('POST', at('u-2'), { kind: 'fcm', token: newToken() });
    expect((await intake.send('DELETE', at('u-3', json.id))).status).toBe(404);
    expect((await intake.send('DELETE', at('u-2', json.id))).status).toBe(204);
    for (const id of [json.id, randomUUID(), 'nonsense'])
      expect(await intake.send('DELETE', at('u-2', id))).toMatchObject({ status: 404, json: { code: 'not_found' } });
  });

  it('R-10.6 R-10.5 are nowhere in the database in the clear, nor in what is answered', async () => {
    const token = `secret-${newToken()}`;
    const answers = [
      await intake.send('POST', at('u-4'), { kind: 'fcm', token }),
      await intake.send('POST', at('u-4'), { kind: 'fcm', token, device: 'phone' }),
      await intake.send('POST', at('u-4'), { kind: 'apns', token: `${token}\n` }),
      await intake.send('POST', at('u-4'), { kind: 'webpush', token }),
      await intake.send('POST', at('u-4'), `{"kind":"fcm","token":"${token}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 422, 422, 422, 400]);
    const stored = await intake.sql<
      { row: string; sealed: Buffer }[]
    >`SELECT t::text AS row, sealed FROM push_tokens t`;
    const seen = JSON.stringify([answers, stored.map(({ row, sealed }) => [row, sealed.toString('latin1')])]);
    expect(seen).not.toContain(token);
    expect(seen).not.toContain(Buffer.from(token).toString('hex'));
  });

  it.each([
    ['an endpoint inside', browser('https://10.0.0.1/a'), '/subscription/endpoint'],
    ['an endpoint that is none', browser('nonsense'), '/subscription/endpoint'],
    ['a kind that does not exist', { kind: 'pigeon', token: 'a' }, '/kind'],
    ['a blank in the token', { kind: 'fcm', token: 'a b' }, '/token'],
    ['no object', 'null', ''],
  ])('422 for %s', async (_what, body, pointer) => {
    const { status, json } = await intake.send('POST', at('u-5'), body);
    expect([status, json.errors.map((e: { pointer: string }) => e.pointer)]).toEqual([422, [pointer]]);
    expect(await intake.sql`SELECT FROM people WHERE external_id = 'u-5'`).toHaveLength(0);
  });

  it('R-10.7 are gone with the person', async () => {
    const { json } = await intake.send('POST', at('erased'), { kind: 'fcm', token: newToken() });
    await intake.send('DELETE', '/v1/recipients/erased');
    expect(await opened(json.id)).toBe('');
  });
});

describe('where nothing is set up', () => {
  it('501 names the variable, and no endpoint on this machine is taken in production', async () => {
    const bare = await startIntake({ directory: { encryptionKeys: [], linkSecrets: [], localEndpoints: false } });
    const strict = await startIntake({ directory: { ...DIRECTORY, localEndpoints: false } });
    try {
      const push = await bare.send('POST', at('u-1'), { kind: 'fcm', token: newToken() });
      expect(push).toMatchObject({ status: 501, json: { code: 'not_set_up' } });
      expect(push.json.detail).toContain('CRIER_ENCRYPTION_KEY');
      const inbox = await bare.send('POST', '/v1/recipients/u-1/inbox-token');
      expect(inbox).toMatchObject({ status: 501, json: { code: 'not_set_up' } });
      expect(inbox.json.detail).toContain('CRIER_LINK_SECRET');
      expect((await strict.send('POST', at('u-1'), browser('http://127.0.0.1:3900/webpush/a'))).status).toBe(422);
      expect((await strict.send('POST', at('u-1'), browser('https://fcm.googleapis.com/fcm/send/a'))).status).toBe(201);
    } finally {
      await Promise.all([bare.close(), strict.close()]);
    }
  });
});
