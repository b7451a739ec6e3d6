import { expect, it } from 'vitest';
import { fitSms } from './fit-sms.js';

const sms = (text: string) => ({ channel: 'sms' as const, text, locale: 'en' });
const LONG = 'x'.repeat(161);

it('R-7.4 an SMS within its manifest goes as it is', () => {
  expect(fitSms(sms('x'.repeat(160)), { smsMaxSegments: 1, onOverflow: 'dead' })).toMatchObject({
    kind: 'fits',
    isOver: false,
    sms: { segments: 1 },
  });
});

it('R-7.4 a longer one goes whole, shortened, or not at all', () => {
  const most = { smsMaxSegments: 1 };
  expect(fitSms(sms(LONG), { ...most, onOverflow: 'send' })).toMatchObject({ isOver: true, sms: { segments: 2 } });
  expect(fitSms(sms(LONG), { ...most, onOverflow: 'shorten' })).toMatchObject({ isOver: false, sms: { segments: 1 } });
  expect(fitSms(sms(LONG), { ...most, onOverflow: 'dead' })).toEqual({
    kind: 'too long',
    why: 'The SMS has 2 segments, and its manifest allows 1.',
  });
});
