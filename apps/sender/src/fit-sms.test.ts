import { expect, it } from 'vitest';
import { fitSms } from './fit-sms.js';

const sms = (text: string) => ({ channel: 'sms' as const, text, locale: 'en' });
const MOST = { smsMaxSegments: 1, smsMaxSegmentsByLocale: { ne: 3 } };
const LONG = 'x'.repeat(161);

it('R-7.4 an SMS within its manifest goes as it is', () => {
  expect(fitSms(sms('x'.repeat(160)), { ...MOST, onOverflow: 'dead' })).toMatchObject({
    kind: 'fits',
    isOver: false,
    sms: { segments: 1 },
  });
});

it('R-7.4 a longer one goes whole, shortened, or not at all', () => {
  expect(fitSms(sms(LONG), { ...MOST, onOverflow: 'send' })).toMatchObject({ isOver: true, sms: { segments: 2 } });
  expect(fitSms(sms(LONG), { ...MOST, onOverflow: 'shorten' })).toMatchObject({ isOver: false, sms: { segments: 1 } });
  expect(fitSms(sms(LONG), { ...MOST, onOverflow: 'dead' })).toEqual({
    kind: 'too long',
    why: 'The SMS has 2 segments, and its manifest allows 1.',
  });
});

it('R-7.4 a locale may be allowed more', () => {
  const nepali = { channel: 'sms' as const, text: 'न'.repeat(120), locale: 'ne' };
  expect(fitSms(nepali, { ...MOST, onOverflow: 'dead' })).toMatchObject({ isOver: false, sms: { segments: 2 } });
});
