import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseInstant } from '../instant.js';
import { bodyWith, context, errorsOf, eventOf, faultsOf, NOW_MS } from './event-body.test-support.js';
import { validateEvent } from './validate-event.js';

const iso = (ms: number) => new Date(ms).toISOString();
const micros = (text: string) => {
  const read = parseInstant(text);
  return 'micros' in read ? read.micros : undefined;
};
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

describe('R-1.5 a valid event', () => {
  it('is read with everything that it says', () => {
    expect(
      eventOf(bodyWith({ channels: ['sms', 'email'], priority: 'bulk', expiresAt: '2026-11-30T09:00:00+00:00' })),
    ).toEqual({
      type: 'purchase_order.approved',
      entity: { type: 'purchase_order', id: 'PO-4482', version: 7 },
      occurredAt: micros('2026-11-30T08:15:00Z'),
      data: { amount: '1200.50', currency: 'NPR' },
      recipients: [{ id: 'u-17', email: 'maria@example.com' }, 'u-18'],
      channels: ['sms', 'email'],
      priority: 'bulk',
      expiresAt: micros('2026-11-30T09:00:00Z'),
      lane: 'bulk',
      effectiveExpiresAt: micros('2026-11-30T09:00:00Z'),
    });
  });

  it('may leave out data, version, channels, priority and expiry', () => {
    const event = eventOf(bodyWith({ data: undefined, entity: { type: 'a', id: 'b' } }));
    expect(event).toMatchObject({
      data: {},
      channels: null,
      priority: null,
      expiresAt: null,
      effectiveExpiresAt: null,
    });
    expect(event.entity.version).toBeNull();
  });

  it('keeps emoji, Devanagari and joiners as they are', () => {
    const data = { note: '👩‍👩‍👧‍👦 🇳🇵 नमस्ते', 'ключ 🔑': '\ud83d\ude00' };
    const entity = { type: 'purchase_order', id: '📦-१' };
    expect(eventOf(bodyWith({ data, entity }))).toMatchObject({ data, entity });
  });

  it('keeps numbers up to the last safe one, and line breaks in data', () => {
    const data = {
      max: 9_007_199_254_740_991,
      min: -9_007_199_254_740_991,
      half: 0.5,
      tiny: 5e-324,
      text: 'a\r\n\tb',
    };
    expect(eventOf(bodyWith({ data })).data).toEqual(data);
  });
});

describe('R-1.2 names in an event', () => {
  it('lose outer blanks and are composed', () => {
    const event = eventOf(
      bodyWith({
        type: ' purchase_order.approved ',
        entity: { type: ' purchase_order', id: 'Cafe\u0301 ' },
        recipients: [' u-17 ', { id: 'jose\u0301', email: 'j@example.com' }],
      }),
    );
    expect(event.type).toBe('purchase_order.approved');
    expect(event.entity).toEqual({ type: 'purchase_order', id: 'Caf\u00e9', version: null });
    expect(event.recipients).toEqual(['u-17', { id: 'jos\u00e9', email: 'j@example.com' }]);
  });
});

describe('R-1.8 what the type decides', () => {
  const oneTimePassword = (change = {}) => bodyWith({ type: 'auth.one_time_password', ...change });

  it('is the lane, unless the event asks for a lower one', () => {
    expect(eventOf(oneTimePassword()).lane).toBe('critical');
    expect(eventOf(oneTimePassword({ priority: 'bulk' })).lane).toBe('bulk');
  });

  it('is a ceiling that lowers a request without refusing it, and remembers what was asked', () => {
    expect(eventOf(bodyWith({ priority: 'critical' }))).toMatchObject({ lane: 'transactional', priority: 'critical' });
  });

  it('is the expiry, counted from when it happened', () => {
    const event = eventOf(oneTimePassword({ occurredAt: '2026-11-30T08:14:00Z' }));
    expect(event.expiresAt).toBeNull();
    expect(event.effectiveExpiresAt).toBe(micros('2026-11-30T08:16:00Z'));
  });

  it('gives way to an expiry of the event’s own', () => {
    const event = eventOf(oneTimePassword({ expiresAt: '2026-11-30T12:00:00Z' }));
    expect(event.effectiveExpiresAt).toBe(micros('2026-11-30T12:00:00Z'));
    expect(event.expiresAt).toBe(event.effectiveExpiresAt);
  });

  it('takes each channel once', () => {
    expect(eventOf(bodyWith({ channels: ['email', 'sms', 'email'] })).channels).toEqual(['email', 'sms']);
  });
});

describe('R-1.5 occurredAt and expiresAt', () => {
  it.each([
    ['exactly 5 minutes ahead', iso(NOW_MS + 5 * MINUTE_MS), []],
    ['a microsecond more', iso(NOW_MS + 5 * MINUTE_MS).replace('000Z', '000001Z'), ['/occurredAt future']],
    ['the same in another offset', '2026-11-30T14:05:00.000001+05:45', ['/occurredAt future']],
    ['in the year 9999', '9999-12-31T23:59:59Z', ['/occurredAt future']],
    ['exactly 400 days back', iso(NOW_MS - 400 * DAY_MS), []],
    ['a microsecond less', iso(NOW_MS - 400 * DAY_MS - 1).replace('999Z', '999999Z'), ['/occurredAt too_old']],
    ['in 1970', '1970-01-01T00:00:00Z', ['/occurredAt too_old']],
    ['an impossible date', '2026-02-30T00:00:00Z', ['/occurredAt impossible_instant']],
    ['24:00', '2026-11-29T24:00:00Z', ['/occurredAt impossible_instant']],
    ['a leap second', '2026-06-30T23:59:60Z', ['/occurredAt impossible_instant']],
    ['no offset', '2026-11-30T08:15:00', ['/occurredAt bad_instant']],
    ['seven digits', '2026-11-30T08:15:00.1234567Z', ['/occurredAt bad_instant']],
    ['the word now', 'now', ['/occurredAt bad_instant']],
    ['nothing', '', ['/occurredAt bad_instant']],
    ['a long text', 'x'.repeat(41), ['/occurredAt too_long']],
    ['a number', 1_796_026_500, ['/occurredAt wrong_type']],
    ['null', null, ['/occurredAt wrong_type']],
    ['left out', undefined, ['/occurredAt required']],
  ])('occurredAt %s', (_, occurredAt, faults) => {
    expect(faultsOf(bodyWith({ occurredAt }))).toEqual(faults);
  });

  it('the age limit is the one that is configured', () => {
    const body = bodyWith({ occurredAt: iso(NOW_MS - 2 * DAY_MS) });
    expect(validateEvent(body, { ...context, maxAgeDays: 2 })).toHaveProperty('event');
    expect(validateEvent(body, { ...context, maxAgeDays: 1 })).toMatchObject({ errors: [{ code: 'too_old' }] });
  });

  it.each([
    ['in the past, which is decided later', '2026-11-01T00:00:00Z', []],
    ['far ahead', '9999-12-31T23:59:59.999999Z', []],
    ['past the year 9999 by its offset', '9999-12-31T23:59:59-01:00', ['/expiresAt impossible_instant']],
    ['an impossible date', '2026-04-31T00:00:00Z', ['/expiresAt impossible_instant']],
    ['no offset', '2026-11-30', ['/expiresAt bad_instant']],
    ['null', null, ['/expiresAt wrong_type']],
  ])('expiresAt %s', (_, expiresAt, faults) => {
    expect(faultsOf(bodyWith({ expiresAt }))).toEqual(faults);
  });
});

describe('R-1.5 every faulty field is named at once', () => {
  it('though each is faulty in another way', () => {
    const body = bodyWith({
      type: 'no.such.type',
      entity: { type: 'purchase_order', id: '', version: -1 },
      occurredAt: '2026-02-30T00:00:00Z',
      data: { '\ud800': 1, big: 2 ** 60 },
      channels: ['fax'],
      expiresAt: 'later',
      colour: 'red',
    });
    expect(faultsOf(body).sort()).toEqual(
      [
        '/type unknown_type',
        '/entity/id empty',
        '/entity/version out_of_range',
        '/occurredAt impossible_instant',
        '/data/\ufffd lone_surrogate',
        '/data/big unsafe_number',
        '/channels/0 not_allowed',
        '/expiresAt bad_instant',
        '/colour unknown_field',
      ].sort(),
    );
  });

  it('and a faulty envelope does not hide that there are no recipients', () => {
    expect(faultsOf({ recipients: [] }).sort()).toEqual(
      ['/entity required', '/occurredAt required', '/recipients no_recipients', '/type required'].sort(),
    );
  });

  it('each place once, by its most basic fault', () => {
    expect(faultsOf(bodyWith({ recipients: [{ id: 'u-17', name: 'a\u0000b' }] }))).toEqual(['/recipients/0/name nul']);
    expect(faultsOf(bodyWith({ type: 'x\u0000' }))).toEqual(['/type nul']);
  });

  it.each([[undefined], [null], [[]], ['text'], [1], [true]])('a body that is %j', (body) => {
    expect(faultsOf(body)).toEqual([body === undefined ? ' required' : ' wrong_type']);
  });

  it('never with a throw, whatever the body is, and always with a sentence', () => {
    const names = fc.constantFrom(
      'type',
      'entity',
      'occurredAt',
      'data',
      'recipients',
      'channels',
      'priority',
      'expiresAt',
    );
    fc.assert(
      fc.property(fc.jsonValue(), names, (value, name) => {
        for (const body of [value, bodyWith({ [name]: value })])
          for (const error of errorsOf(body)) {
            expect(error.pointer).toMatch(/^(\/.*)?$/s);
            expect(error.code).toMatch(/^[a-z_]+$/);
            expect(error.detail).toMatch(/\.$/);
          }
      }),
    );
  });
});
