import { describe, expect, it } from 'vitest';
import { previewType } from './preview-type.js';
import { loadFiles, MANIFEST, typeNamed } from './testing/load-files.js';

const FILES = {
  'stock.low/manifest.json': JSON.stringify({
    ...JSON.parse(MANIFEST),
    whatsapp: { template: 'stock_low', category: 'marketing' },
  }),
  'stock.low/sms.en.txt.hbs': '{{entity.id}} low{{optional data.note}}',
  'stock.low/sms.ne.txt.hbs': '{{entity.id}} कम',
  'stock.low/whatsapp.en.txt.hbs': '{{entity.id}} low',
  'stock.low/push.en.title.hbs': '{{entity.id}} low',
  'stock.low/push.en.body.hbs': 'Order {{data.supplier}}',
};
const type = typeNamed(await loadFiles(FILES), 'stock.low');

describe('R-7.5 the preview of a type', () => {
  it('R-7.5 shows each channel with its size and price, and where a template asks too much', () => {
    const [email, sms, whatsapp, push] = previewType(type);
    expect(email).toMatchObject({
      channel: 'email',
      locale: 'en',
      message: { subject: 'Stock of I-1 low' },
      sms: null,
      price: { class: 'per_email', units: 1 },
    });
    expect(sms).toMatchObject({
      sms: { encoding: 'GSM-7', segments: 1, units: 7, forcedBy: null },
      price: { class: 'per_segment', units: 1 },
    });
    expect(whatsapp).toMatchObject({ price: { class: 'whatsapp_marketing', units: 1 } });
    expect(push).toMatchObject({
      channel: 'push',
      error: { template: 'stock.low/push.en.body.hbs', line: 1, expression: 'data.supplier' },
    });
  });

  it('R-7.5 takes other data, channels and locales, and says what forced UCS-2', () => {
    expect(previewType(type, { data: { supplier: 'Zoë' }, channels: ['push'] })).toEqual([
      expect.objectContaining({
        message: expect.objectContaining({ body: 'Order Zoë' }),
        price: { class: 'free', units: 0 },
      }),
    ]);
    expect(previewType(type, { locale: 'ne-NP', channels: ['sms', 'email'] })).toMatchObject([
      { locale: 'ne', sms: { encoding: 'UCS-2', forcedBy: { char: 'क', index: 4 } } },
      { locale: 'en' },
    ]);
    expect(previewType(type, { data: { note: 'x'.repeat(154) }, channels: ['sms'] })).toMatchObject([
      { price: { class: 'per_segment', units: 2 } },
    ]);
    expect(previewType(type, { channels: ['inapp'] })).toEqual([]);
  });
});
