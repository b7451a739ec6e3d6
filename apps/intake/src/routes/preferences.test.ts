import { createApiKey } from '@crier/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IntakeUnderTest, startIntake } from '../intake.test-support.js';

let intake: IntakeUnderTest;
beforeAll(async () => {
  intake = await startIntake();
});
afterAll(() => intake.close());

const at = (id: string) => `/v1/recipients/${id}/preferences`;
const FULL = {
  categories: { marketing: { email: false, push: true } },
  quietHours: { from: '22:00', to: '07:00' },
  timezone: 'Asia/Kathmandu',
};

describe('R-6.2 preferences', () => {
  it('are replaced and shown as they were said, also of somebody nobody has heard of', async () => {
    expect(await intake.send('PUT', at('new'), FULL)).toMatchObject({ status: 200, json: FULL });
    expect((await intake.send('GET', at('new'))).json).toEqual(FULL);
    expect((await intake.send('PUT', at('new'), { categories: { stock: { sms: false } } })).status).toBe(200);
    expect((await intake.send('GET', at('new'))).json).toEqual({ categories: { stock: { sms: false } } });
    expect((await intake.send('PUT', at('new'), {})).json).toEqual({ categories: {} });
  });

  it('are those of somebody who has said nothing for whoever is known, and 404 for who is not', async () => {
    await intake.send('PUT', '/v1/recipients/listed', { name: 'Sita' });
    await intake.sql`INSERT INTO people (external_id) VALUES ('inline')`;
    for (const id of ['listed', 'inline'])
      expect(await intake.send('GET', at(id))).toMatchObject({ status: 200, json: { categories: {} } });
    expect(await intake.send('GET', at('nobody'))).toMatchObject({ status: 404, json: { code: 'not_found' } });
    expect(await intake.sql`SELECT FROM people WHERE external_id = 'nobody'`).toHaveLength(0);
  });

  it.each([
    ['an unknown field', { quiet: true }, '/quiet'],
    ['a category that can be none', { categories: { 'a b': {} } }, '/categories/a b'],
    ['an unknown channel', { categories: { marketing: { fax: false } } }, '/categories/marketing/fax'],
    ['a wish that is neither yes nor no', { categories: { marketing: { sms: 0 } } }, '/categories/marketing/sms'],
    ['half of the quiet hours', { quietHours: { to: '07:00' } }, '/quietHours/from'],
    ['a time that is none', { quietHours: { from: '25:00', to: '07:00' } }, '/quietHours/from'],
    ['a bad time zone', { timezone: 'Nepal/Everest' }, '/timezone'],
    ['a reserved key', '{"categories":{"__proto__":{"email":false}}}', '/categories/__proto__'],
    ['no object', [], ''],
  ])('422 for %s, and nothing is changed', async (_what, body, pointer) => {
    await intake.send('PUT', at('steady'), FULL);
    const { status, json } = await intake.send('PUT', at('steady'), body);
    expect(status).toBe(422);
    expect(json.errors.map((e: { pointer: string }) => e.pointer)).toEqual([pointer]);
    expect((await intake.send('GET', at('steady'))).json).toEqual(FULL);
  });

  it('R-6.8 are audited with the name of the key', async () => {
    const key = { name: 'ERP', source: 'erp', mode: 'live', scopes: ['directory'] } as const;
    const { secret } = await createApiKey(intake.sql, key);
    const as = { authorization: `Bearer ${secret}` };
    expect((await intake.send('PUT', at('audited'), FULL, as)).status).toBe(200);
    expect((await intake.send('GET', at('audited'), undefined, as)).status).toBe(403);
    const changes = await intake.sql`
      SELECT c.actor, c.before, c.after FROM preference_changes c JOIN people p ON p.n = c.person
      WHERE p.external_id = 'audited'`;
    expect(changes).toEqual([{ actor: 'api key ERP', before: null, after: FULL }]);
  });

  it('R-10.7 are gone with the person', async () => {
    await intake.send('PUT', at('erased'), FULL);
    expect((await intake.send('DELETE', '/v1/recipients/erased')).status).toBe(204);
    expect((await intake.send('GET', at('erased'))).status).toBe(404);
  });
});
