import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IntakeUnderTest, startIntake } from '../intake.test-support.js';

let intake: IntakeUnderTest;
beforeAll(async () => {
  intake = await startIntake();
});
afterAll(() => intake.close());
const preview = (type: string, body?: unknown, headers?: Record<string, string>) =>
  intake.send('POST', `/v1/types/${type}/preview`, body, headers);

describe('R-7.5 POST /v1/types/:type/preview', () => {
  it('R-7.5 shows every channel in the recipient’s locale, with size and price class', async () => {
    const { status, json } = await preview('purchase_order.approved', { locale: 'ne-NP', timezone: 'Asia/Kathmandu' });
    expect(status).toBe(200);
    expect(json.type).toBe('purchase_order.approved');
    const [email, sms, whatsapp, push, inapp] = json.previews;
    expect(email).toMatchObject({ locale: 'ne', price: { class: 'per_email', units: 1 }, sms: null });
    expect(email.message.html).toContain('<html lang="ne" dir="ltr"');
    expect(sms.sms).toMatchObject({ encoding: 'UCS-2', segments: 1, forcedBy: { char: 'ख', index: 0 } });
    expect(sms.price).toEqual({ class: 'per_segment', units: 1 });
    expect(whatsapp).toMatchObject({ message: { template: { language: 'ne' } }, price: { class: 'whatsapp_utility' } });
    expect([push.price, inapp.price]).toEqual([
      { class: 'free', units: 0 },
      { class: 'free', units: 0 },
    ]);
  });

  it('R-7.5 takes data and channels, also an empty body', async () => {
    const data = { onHand: 3, reorderPoint: 5, unit: 'boxes “big”' };
    const { json } = await preview('stock.low', { data, channels: ['sms'] });
    expect(json.previews).toMatchObject([
      {
        message: { text: 'Stock of GL-0.33 is low: 3 boxes “big”, reorder point 5 boxes “big”.' },
        sms: { encoding: 'UCS-2', forcedBy: { char: '“', index: 33 } },
        price: { class: 'per_segment', units: 1 },
      },
    ]);
    expect((await preview('stock.low', {})).json.previews).toHaveLength(4);
  });

  it('R-7.5 names template, line and expression of what the data lacks', async () => {
    const { status, headers, json } = await preview('stock.low', { data: { onHand: 3 }, channels: ['sms'] });
    expect([status, headers.get('content-type')]).toEqual([422, expect.stringContaining('application/problem+json')]);
    expect(json).toMatchObject({
      code: 'invalid',
      errors: [
        { pointer: '/data/unit', code: 'template_error', detail: 'stock.low/sms.en.txt.hbs:1: data.unit is missing' },
      ],
    });
  });

  it.each([
    [{ locale: 'ne_NP' }, '/locale'],
    [{ timezone: 'Mars/Base' }, '/timezone'],
    [{ channels: ['fax'] }, '/channels/0'],
    [{ channels: [] }, '/channels'],
    [{ data: [] }, '/data'],
    [{ colour: 'red' }, '/colour'],
  ])('refuses %j with its pointer', async (body, pointer) => {
    const { status, json } = await preview('stock.low', body);
    expect([status, json.errors.map((error: { pointer: string }) => error.pointer)]).toEqual([422, [pointer]]);
  });

  it('takes 64 KiB, and answers 413 above that', async () => {
    const ofBytes = (bytes: number) => {
      const body = { data: { onHand: 3, reorderPoint: 5, unit: 'boxes', note: '' }, channels: ['sms'] };
      body.data.note = 'x'.repeat(bytes - JSON.stringify(body).length);
      return body;
    };
    expect((await preview('stock.low', ofBytes(64 * 1024))).status).toBe(200);
    const { status, headers, json } = await preview('stock.low', ofBytes(64 * 1024 + 1));
    expect([status, headers.get('content-type')]).toEqual([413, expect.stringContaining('application/problem+json')]);
    expect(json).toMatchObject({ code: 'too_large' });
  });

  it('answers 404 for a type that does not exist, and 401 without a key', async () => {
    expect((await preview('stock.high', {})).status).toBe(404);
    expect((await preview('stock.low', {}, { authorization: '' })).status).toBe(401);
  });
});
