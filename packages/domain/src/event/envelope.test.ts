import { describe, expect, it } from 'vitest';
import { isLocale, isTimezone, recipientProfileSchema } from './envelope.js';
import { bodyWith, errorsOf, eventOf, faultsOf } from './event-body.test-support.js';

const recipient = (change: object) => bodyWith({ recipients: [{ id: 'u-17', email: 'maria@example.com', ...change }] });

describe('R-1.5 the type of every field', () => {
  it.each<[string, object, string[]]>([
    ['type missing', { type: undefined }, ['/type required']],
    ['type a number', { type: 7 }, ['/type wrong_type']],
    ['type empty', { type: '' }, ['/type empty']],
    ['type blank', { type: ' \u00a0 ' }, ['/type empty']],
    ['type too long', { type: 'x'.repeat(101) }, ['/type too_long']],
    ['type unknown', { type: 'no.such' }, ['/type unknown_type']],
    ['type from the prototype', { type: 'constructor' }, ['/type unknown_type']],
    ['type on two lines', { type: 'a\nb' }, ['/type control_character']],
    ['entity missing', { entity: undefined }, ['/entity required']],
    ['entity a text', { entity: 'PO-4482' }, ['/entity wrong_type']],
    ['entity null', { entity: null }, ['/entity wrong_type']],
    ['entity without id', { entity: { type: 'a' } }, ['/entity/id required']],
    ['entity without type', { entity: { id: 'a' } }, ['/entity/type required']],
    ['entity id a number', { entity: { type: 'a', id: 4482 } }, ['/entity/id wrong_type']],
    ['entity id too long', { entity: { type: 'a', id: 'x'.repeat(201) } }, ['/entity/id too_long']],
    ['entity id with CR LF', { entity: { type: 'a', id: 'x\r\ny' } }, ['/entity/id control_character']],
    ['version a text', { entity: { type: 'a', id: 'b', version: '7' } }, ['/entity/version wrong_type']],
    ['version a fraction', { entity: { type: 'a', id: 'b', version: 1.5 } }, ['/entity/version wrong_type']],
    ['version below 0', { entity: { type: 'a', id: 'b', version: -1 } }, ['/entity/version out_of_range']],
    ['entity with an unknown field', { entity: { type: 'a', id: 'b', name: 'c' } }, ['/entity/name unknown_field']],
    ['data an array', { data: [] }, ['/data wrong_type']],
    ['data a text', { data: 'x' }, ['/data wrong_type']],
    ['data null', { data: null }, ['/data wrong_type']],
    ['channels a text', { channels: 'email' }, ['/channels wrong_type']],
    ['channels empty', { channels: [] }, ['/channels too_short']],
    ['an unknown channel', { channels: ['email', 'fax'] }, ['/channels/1 not_allowed']],
    ['priority unknown', { priority: 'urgent' }, ['/priority not_allowed']],
    ['priority null', { priority: null }, ['/priority not_allowed']],
    ['recipients an object', { recipients: { id: 'u-17' } }, ['/recipients wrong_type']],
    ['an unknown field', { recipient: 'u-17' }, ['/recipient unknown_field']],
    ['a field in other letters', { occurredat: 'x' }, ['/occurredat unknown_field']],
    ['two unknown fields', { 'a/b': 1, 'c~d': 2 }, ['/a~1b unknown_field', '/c~0d unknown_field']],
  ])('%s', (_, change, faults) => {
    expect(faultsOf(bodyWith(change as Record<string, unknown>))).toEqual(faults);
  });

  it('says which values are allowed, and how long a text may be', () => {
    const detail = (change: Record<string, unknown>) => errorsOf(bodyWith(change))[0]?.detail;
    expect(detail({ priority: 'urgent' })).toBe('Must be one of: critical, transactional, bulk.');
    expect(detail({ channels: ['fax'] })).toBe('Must be one of: email, sms, whatsapp, push, inapp.');
    expect(detail({ type: 'x'.repeat(101) })).toBe('Must be at most 100 characters.');
    expect(detail({ channels: [] })).toBe('Must be at least 1 entry.');
    expect(detail({ entity: { type: 'a', id: 'b', version: 1.5 } })).toBe('Must be a whole number.');
    expect(detail({ colour: 'red' })).toContain('"data"');
  });
});

describe('a name is nobody’s syntax', () => {
  it.each([
    'Rai, Sita',
    'Sita "the Buyer" Rai',
    "O'Brien",
    'Sita <sita@example.com>',
    'back\\slash',
    'सीता राई',
    'مريم بنت عمران',
    'José (Einkauf) 😀',
    '=?utf-8?B?U2l0YQ==?=',
    '',
  ])('%j is kept as it is', (name) => {
    const body = recipient({ name });
    expect(faultsOf(body)).toEqual([]);
    expect(eventOf(body).recipients).toEqual([{ id: 'u-17', email: 'maria@example.com', name }]);
    expect(recipientProfileSchema.parse({ name })).toEqual({ name });
  });

  it.each(['a\r\nBcc: x@example.com', 'a\nb', 'a\rb', 'a\u2028b', 'a\u0000b'])(
    '%j is refused, also by the directory',
    (name) => {
      expect(faultsOf(recipient({ name })).map((fault) => fault.split(' ')[0])).toEqual(['/recipients/0/name']);
      expect(recipientProfileSchema.safeParse({ name }).success).toBe(false);
    },
  );

  it.each(['a@example.com, b@example.com', 'a@example.com;b@example.com', 'Sita <a@example.com>'])(
    'R-3.2 %j is not an address: a message has one recipient',
    (email) => {
      expect(faultsOf(bodyWith({ recipients: [{ id: 'u-17', email }] }))).toContain(
        '/recipients/0/email invalid_address',
      );
    },
  );
});

describe('R-3.5 control characters, time zones and locales', () => {
  it.each(['\r', '\n', '\t', '\u001b', '\u007f', '\u0085', '\u009f', '\u2028', '\u2029'])(
    'the control character %j is refused in every line',
    (character) => {
      const text = `a${character}b`;
      for (const field of ['name', 'email', 'phone', 'whatsapp', 'id'])
        expect(faultsOf(recipient({ [field]: text })), field).toEqual([`/recipients/0/${field} control_character`]);
      expect(faultsOf(bodyWith({ recipients: [text] }))).toEqual(['/recipients/0 control_character']);
    },
  );

  it('U+0000 is refused by the same rule', () => {
    expect(faultsOf(recipient({ email: 'maria@example.com\u0000' }))).toEqual(['/recipients/0/email nul']);
  });

  it('even when other recipients are sound', () => {
    const body = bodyWith({ recipients: ['u-18', { id: 'u-17', name: 'Maria\r\nBcc: x@example.com' }] });
    expect(faultsOf(body)).toEqual(['/recipients/1/name control_character']);
  });

  it.each(['Asia/Kathmandu', 'Asia/Katmandu', 'UTC', 'Etc/GMT+5', 'Australia/Lord_Howe', 'America/Argentina/Ushuaia'])(
    'the time zone %s is one',
    (zone) => {
      expect(isTimezone(zone)).toBe(true);
      expect(faultsOf(recipient({ timezone: zone }))).toEqual([]);
    },
  );

  it.each(['', 'Mars/Olympus', 'Kathmandu', '+05:45', '-0800', 'GMT+5', 'Z', ' UTC', 'Asia/Kathmandu '])(
    'the time zone %j is none',
    (zone) => {
      expect(isTimezone(zone)).toBe(false);
      expect(faultsOf(recipient({ timezone: zone }))).toEqual(['/recipients/0/timezone bad_timezone']);
    },
  );

  it('a time zone stays bad however often it is asked for', () => {
    expect([1, 2, 3].map(() => isTimezone('Mars/Olympus'))).toEqual([false, false, false]);
    expect([1, 2, 3].map(() => isTimezone('Asia/Kathmandu'))).toEqual([true, true, true]);
  });

  it.each(['en', 'ne-NP', 'NE-np', 'zh-Hant-TW', 'ar', 'es-419', 'de-DE-u-co-phonebk'])(
    'the locale %s is one',
    (tag) => {
      expect(isLocale(tag)).toBe(true);
      expect(faultsOf(recipient({ locale: tag }))).toEqual([]);
    },
  );

  it.each(['', 'en_US', 'english language', 'e', 'en-', '-en', 'ne-NP.UTF-8', '../../etc/passwd'])(
    'the locale %j is none',
    (tag) => {
      expect(isLocale(tag)).toBe(false);
      expect(faultsOf(recipient({ locale: tag }))).toEqual(['/recipients/0/locale bad_locale']);
    },
  );
});
