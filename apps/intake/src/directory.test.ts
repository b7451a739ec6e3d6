import { createApiKey, revokeApiKey } from '@crier/db';
import { until } from '@crier/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anEvent, type IntakeUnderTest, startIntake } from './intake.test-support.js';

let intake: IntakeUnderTest;
beforeAll(async () => {
  intake = await startIntake();
});
afterAll(() => intake.close());

describe('R-3.5 the directory', () => {
  it('creates, replaces, shows and erases an entry', async () => {
    const path = '/v1/recipients/u-17';
    const profile = {
      name: 'Sita',
      email: 'sita@example.com',
      locale: 'ne-NP',
      timezone: 'Asia/Kathmandu',
      channels: ['email'],
    };
    const created = await intake.send('PUT', path, profile);
    expect(created).toMatchObject({ status: 201, json: { id: 'u-17', ...profile } });
    const replaced = await intake.send('PUT', path, { name: 'Sita Rai' });
    expect(replaced.status).toBe(200);
    expect(replaced.json.email).toBeUndefined();
    expect((await intake.send('GET', path)).json).toMatchObject({ id: 'u-17', name: 'Sita Rai' });
    expect((await intake.send('DELETE', path)).status).toBe(204);
    expect((await intake.send('GET', path)).status).toBe(404);
    expect((await intake.send('DELETE', path)).status).toBe(404);
  });

  it.each([
    ['a malformed email', { email: 'nope' }, '/email'],
    ['a malformed phone', { phone: '12' }, '/phone'],
    ['a bad time zone', { timezone: 'Mars/Base' }, '/timezone'],
    ['an unknown field', { mail: 'a@b.co' }, '/mail'],
    ['a control character', { name: 'a\nb' }, '/name'],
    ['no object', [], ''],
  ])('422 for %s', async (_what, body, pointer) => {
    const { status, json } = await intake.send('PUT', '/v1/recipients/u-18', body);
    expect(status).toBe(422);
    expect(json.errors[0].pointer).toBe(pointer);
  });

  it('takes any printable id, encoded, and refuses one with control characters', async () => {
    const path = `/v1/recipients/${encodeURIComponent('सीता/1')}`;
    expect((await intake.send('PUT', path, { name: 'S' })).status).toBe(201);
    expect((await intake.send('GET', path)).json.id).toBe('सीता/1');
    expect((await intake.send('PUT', '/v1/recipients/a%0Ab', { name: 'S' })).status).toBe(422);
    expect((await intake.send('GET', '/v1/recipients/%E0%A4%A')).status).toBe(400);
  });
});

describe('R-10.4 API keys', () => {
  it('are bound to their source, mode and scopes, and stop working when revoked', async () => {
    const { key, secret } = await createApiKey(intake.sql, {
      name: 'ERP',
      source: 'erp',
      mode: 'live',
      scopes: ['events'],
    });
    const as = { authorization: `Bearer ${secret}` };
    const event = anEvent();
    const mine = await intake.send('POST', '/v1/events', event, as);
    const development = await intake.send('POST', '/v1/events', event);
    expect([mine.status, development.status]).toEqual([202, 202]);
    expect(mine.json.id).not.toBe(development.json.id);
    expect((await intake.send('GET', `/v1/events/${mine.json.id}`, undefined, as)).status).toBe(403);
    await revokeApiKey(intake.sql, key.id);
    await until(async () => (await intake.send('POST', '/v1/events', event, as)).status === 401, {
      what: 'the revoked key to be refused',
    });
  });
});
