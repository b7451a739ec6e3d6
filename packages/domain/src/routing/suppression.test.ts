import { expect, it } from 'vitest';
import { CHANNELS } from '../channel.js';
import { isOverruled, isOwnWord } from './suppression.js';

const REASONS = ['hard_bounce', 'complaint', 'unsubscribed', 'unregistered'];

it('R-6.2 what is mandatory overrules a person’s own word, not over SMS, and no evidence', () => {
  const overruled = REASONS.flatMap((reason) =>
    CHANNELS.filter((channel) => isOverruled(reason, channel, true)).map((channel) => `${reason} ${channel}`),
  );
  expect(overruled).toEqual(
    CHANNELS.filter((channel) => channel !== 'sms').map((channel) => `unsubscribed ${channel}`),
  );
  expect(REASONS.some((reason) => CHANNELS.some((channel) => isOverruled(reason, channel, false)))).toBe(false);
});

it('tells a person’s own word from evidence about the address', () => {
  expect(REASONS.filter(isOwnWord)).toEqual(['unsubscribed']);
});
