import { describe, expect, it } from 'vitest';
import { fieldErrors } from '../event/field-errors.js';
import { mergePreferences, preferencesSchema } from './preferences.js';

const faults = (body: unknown): string[] => {
  const { error } = preferencesSchema.safeParse(body, { reportInput: true });
  return fieldErrors(error?.issues ?? []).map(({ pointer, code }) => `${pointer} ${code}`);
};

describe('R-6.2 preferences as they are said', () => {
  it('takes categories by channel, quiet hours, a time zone, and nothing at all', () => {
    const all = {
      categories: { marketing: { email: false, sms: true }, stock_alerts: {} },
      quietHours: { from: '22:00', to: '07:00' },
      timezone: 'Asia/Kathmandu',
    };
    expect(preferencesSchema.parse(all)).toEqual(all);
    expect(preferencesSchema.parse({})).toEqual({ categories: {} });
  });

  it.each([
    ['a field that does not exist', { quiet: true }, '/quiet unknown_field'],
    ['a category in capitals', { categories: { Marketing: {} } }, '/categories/Marketing bad_category'],
    ['a category with a slash', { categories: { 'a/b': {} } }, '/categories/a~1b bad_category'],
    ['a category that is true', { categories: { marketing: true } }, '/categories/marketing wrong_type'],
    ['categories in a list', { categories: ['marketing'] }, '/categories wrong_type'],
    [
      'a channel that does not exist',
      { categories: { marketing: { pigeon: false } } },
      '/categories/marketing/pigeon unknown_field',
    ],
    ['no yes or no', { categories: { marketing: { email: 'no' } } }, '/categories/marketing/email wrong_type'],
    ['quiet hours without an end', { quietHours: { from: '22:00' } }, '/quietHours/to required'],
    ['an hour past the day', { quietHours: { from: '24:00', to: '07:00' } }, '/quietHours/from bad_time'],
    ['an hour of one digit', { quietHours: { from: '22:00', to: '7:00' } }, '/quietHours/to bad_time'],
    ['seconds', { quietHours: { from: '22:00:00', to: '07:00' } }, '/quietHours/from bad_time'],
    ['quiet hours that last a day or none', { quietHours: { from: '22:00', to: '22:00' } }, '/quietHours/to bad_time'],
    [
      'a day of the week in quiet hours',
      { quietHours: { from: '22:00', to: '07:00', on: 'mo' } },
      '/quietHours/on unknown_field',
    ],
    ['a time zone of Mars', { timezone: 'Mars/Base' }, '/timezone bad_timezone'],
    ['a bare offset', { timezone: '+05:45' }, '/timezone bad_timezone'],
    ['a list', [], ' wrong_type'],
  ])('refuses %s by its place', (_what, body, fault) => {
    expect(faults(body)).toEqual([fault]);
  });

  it('refuses more categories than there can be', () => {
    const of = (n: number) => ({ categories: Object.fromEntries(Array.from({ length: n }, (_, i) => [`c${i}`, {}])) });
    expect(faults(of(100))).toEqual([]);
    expect(faults(of(101))).toEqual(['/categories too_long']);
  });
});

describe('laying a change over what was said', () => {
  const before = {
    categories: { marketing: { email: false, sms: false }, stock: { email: false } },
    quietHours: { from: '22:00', to: '07:00' },
  };

  it('keeps what the change does not name', () => {
    expect(
      mergePreferences(before, { categories: { marketing: { email: true }, logistics: { push: false } } }),
    ).toEqual({
      ...before,
      categories: {
        marketing: { email: true, sms: false },
        stock: { email: false },
        logistics: { push: false },
      },
    });
    expect(mergePreferences(before, {})).toEqual(before);
    expect(mergePreferences(before, { timezone: 'UTC' })).toEqual({ ...before, timezone: 'UTC' });
  });
});
