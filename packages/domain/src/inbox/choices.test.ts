import { describe, expect, it } from 'vitest';
import { boxName, categoryChoices, changedWishes, isWanted, type TypeAbout } from './choices.js';

const type = (category: string, change: Partial<TypeAbout> = {}): TypeAbout => ({
  category,
  description: `About ${category}.`,
  mandatory: false,
  channels: ['email'],
  ...change,
});

const TYPES = [
  type('purchase_orders', { channels: ['inapp', 'sms'] }),
  type('security', { mandatory: true }),
  type('purchase_orders', { channels: ['email'], description: 'More.' }),
  type('billing', { mandatory: true }),
  type('billing'),
];
const choices = categoryChoices(TYPES);

describe('R-10.3 what a person can choose', () => {
  it('is the categories by title, each with the channels of all its types in one order', () => {
    expect(choices).toEqual([
      {
        category: 'billing',
        title: 'Billing',
        about: ['About billing.', 'About billing.'],
        channels: ['email'],
        mandatory: 'some',
      },
      {
        category: 'purchase_orders',
        title: 'Purchase orders',
        about: ['About purchase_orders.', 'More.'],
        channels: ['email', 'sms', 'inapp'],
        mandatory: 'none',
      },
      { category: 'security', title: 'Security', about: ['About security.'], channels: ['email'], mandatory: 'all' },
    ]);
  });

  it('is wanted unless it was left out; what is mandatory is always wanted', () => {
    const [billing, , security] = choices as [never, never, never];
    const wishes = { billing: { email: false }, security: { email: false } };
    expect(isWanted(billing, 'email', wishes)).toBe(false);
    expect(isWanted(billing, 'email', {})).toBe(true);
    expect(isWanted(security, 'email', wishes)).toBe(true);
  });
});

describe('R-10.3 a page that comes back', () => {
  const page = (shown: string[], was: string[], ticked: string[]) => ({
    shown: new Set(shown),
    was: new Set(was),
    ticked: new Set(ticked),
  });
  const orders = boxName('purchase_orders', 'email');
  const sms = boxName('purchase_orders', 'sms');

  it('says what was changed on it only', () => {
    const both = [orders, sms];
    expect(changedWishes(choices, page(both, both, [orders]))).toEqual({ purchase_orders: { sms: false } });
    expect(changedWishes(choices, page(both, [], [orders]))).toEqual({ purchase_orders: { email: true } });
    expect(changedWishes(choices, page(both, [], []))).toEqual({});
    expect(changedWishes(choices, page(both, both, both))).toEqual({});
  });

  it('leaves alone what was not on it, what nobody can leave out, and what does not exist', () => {
    expect(changedWishes(choices, page([], [], []))).toEqual({});
    const strange = ['security.email', 'made_up.email', 'billing.sms', '__proto__.email'];
    expect(changedWishes(choices, page(strange, strange, []))).toEqual({});
    expect(changedWishes(choices, page([orders], [orders], [orders, 'made_up.email']))).toEqual({});
  });
});
