import { createApiKey, suppress } from '@crier/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IntakeUnderTest, startIntake } from '../intake.test-support.js';

let intake: IntakeUnderTest;
beforeAll(async () => {
  intake = await startIntake();
});
afterAll(() => intake.close());

const bounced = (channel: 'email' | 'sms' | 'whatsapp', address: string) =>
  suppress(intake.sql, [
    {
      channel,
      address,
      reason: 'hard_bounce',
      provider: 'ses',
      code: '5.1.1',
      deliveryId: null,
      evidenceAt: '2026-11-29T08:15:00.123456Z',
    },
  ]);
const list = (address: string) => intake.send('GET', `/v1/suppressions?address=${address}`);

describe('R-10.1 the suppression list', () => {
  it('shows what stands against an address, in whatever spelling', async () => {
    await bounced('email', 'sita@xn--bcher-kva.example');
    await bounced('sms', '+9779800000000');
    await bounced('whatsapp', '+9779800000000');
    const { status, json } = await list(encodeURIComponent('Sita@BÜCHER.example'));
    expect([status, json.next]).toEqual([200, null]);
    expect(json.suppressions).toMatchObject([
      {
        channel: 'email',
        address: 'sita@xn--bcher-kva.example',
        reason: 'hard_bounce',
        provider: 'ses',
        code: '5.1.1',
      },
    ]);
    expect(json.suppressions[0].evidenceAt).toBe('2026-11-29T08:15:00.123456Z');
    for (const phone of ['%2B977%20980-0000000', '+9779800000000'])
      expect((await list(phone)).json.suppressions).toHaveLength(2);
    expect((await list('nobody@example.com')).json.suppressions).toEqual([]);
  });

  it.each(['', '%20', 'a%00b', 'a'.repeat(321), 'a&address=b'])('422 for the address "%s"', async (address) => {
    expect((await list(address)).json).toMatchObject({ status: 422, errors: [{ pointer: '/address' }] });
  });

  it('is lifted once, audited with the name of the key, by who may', async () => {
    await bounced('email', 'otto@example.com');
    const { id } = (await list('otto@example.com')).json.suppressions[0];
    const keyWith = (scope: 'read' | 'directory') =>
      createApiKey(intake.sql, { name: `ERP ${scope}`, source: 'erp', mode: 'live', scopes: [scope] });
    const lift = async (scope: 'read' | 'directory') => {
      const { secret } = await keyWith(scope);
      const as = { authorization: `Bearer ${secret}` };
      return (await intake.send('DELETE', `/v1/suppressions/${id}`, undefined, as)).status;
    };
    expect(await lift('read')).toBe(403);
    expect(await lift('directory')).toBe(204);
    expect(await lift('directory')).toBe(404);
    expect((await intake.send('DELETE', '/v1/suppressions/nonsense')).status).toBe(404);
    expect((await list('otto@example.com')).json.suppressions).toEqual([]);
    expect(await intake.sql`SELECT actor, action, subject FROM audit_log`).toEqual([
      { actor: 'api key ERP directory', action: 'suppression_lifted', subject: id },
    ]);
  });
});
