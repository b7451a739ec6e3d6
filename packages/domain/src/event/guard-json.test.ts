import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyWith, errorsOf, faultsOf } from './event-body.test-support.js';
import { guardJson, MAX_NESTING } from './guard-json.js';

const faults = (json: string): string[] => guardJson(JSON.parse(json)).map((e) => `${e.pointer} ${e.code}`);

/** `levels` arrays or objects in one another, the innermost empty. */
const nested = (levels: number, [open, close] = ['[', ']']): string =>
  open.repeat(levels - 1) + (open === '[' ? '[]' : '{}') + close.repeat(levels - 1);

describe('R-1.5 reserved keys', () => {
  describe.each(['__proto__', 'constructor', 'prototype'])('%s', (key) => {
    it.each([
      ['at the top', `{"${key}":1}`, `/${key}`],
      ['in an object', `{"data":{"a":{"${key}":{"polluted":true}}}}`, `/data/a/${key}`],
      ['in an array', `{"recipients":[{"id":"u"},{"${key}":null}]}`, `/recipients/1/${key}`],
      ['with escapes', `{"data":{"${key.replace('o', '\\u006f')}":1}}`, `/data/${key}`],
    ])('%s is refused', (_, json, pointer) => {
      expect(faults(json)).toEqual([`${pointer} reserved_key`]);
    });

    it('is refused at every depth that is read', () => {
      for (let depth = 1; depth < MAX_NESTING; depth++) {
        const json = `${'{"a":'.repeat(depth - 1)}{"${key}":1}${'}'.repeat(depth - 1)}`;
        expect(faults(json)).toEqual([`${'/a'.repeat(depth - 1)}/${key} reserved_key`]);
      }
    });

    it('is welcome as a value and as part of a key', () => {
      expect(faults(`{"a":"${key}","${key}x":1,"x${key}":["${key}"]}`)).toEqual([]);
    });
  });

  it('are refused in a whole event, and change no prototype', () => {
    const body = JSON.parse(
      JSON.stringify(bodyWith()).replace('"data":{', '"__proto__":{"polluted":1},"data":{"__proto__":{"polluted":1},'),
    );
    expect(faultsOf(body).sort()).toEqual(['/__proto__ reserved_key', '/data/__proto__ reserved_key']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('are refused in an entity and in a recipient', () => {
    const body = JSON.parse(JSON.stringify(bodyWith()).replaceAll('"id":', '"constructor":1,"id":'));
    expect(faultsOf(body).sort()).toEqual([
      '/entity/constructor reserved_key',
      '/recipients/0/constructor reserved_key',
    ]);
  });
});

describe('R-1.5 text that cannot be stored', () => {
  it.each([
    ['U+0000 as a value', '"\\u0000"', [' nul']],
    ['U+0000 in a value', '{"a":"x\\u0000y"}', ['/a nul']],
    ['U+0000 in a key', '{"x\\u0000y":1}', ['/x\ufffdy nul']],
    ['a high surrogate alone', '{"a":"\\ud83d"}', ['/a lone_surrogate']],
    ['a low surrogate alone', '{"a":"\\ude00"}', ['/a lone_surrogate']],
    ['a pair the wrong way round', '{"a":"\\ude00\\ud83d"}', ['/a lone_surrogate']],
    ['a high surrogate before text', '{"a":"\\ud83dx"}', ['/a lone_surrogate']],
    ['a high surrogate after a pair', '{"a":"\\ud83d\\ude00\\ud83d"}', ['/a lone_surrogate']],
    ['a low surrogate after a pair', '{"a":"\\ud83d\\ude00\\ude00"}', ['/a lone_surrogate']],
    ['two high surrogates', '{"a":"\\ud83d\\ud83d\\ude00"}', ['/a lone_surrogate']],
    ['a lone surrogate in a key', '{"a":{"\\udfff":1}}', ['/a/\ufffd lone_surrogate']],
    ['both in an array', '["ok","\\u0000",["\\ud800"]]', ['/1 nul', '/2/0 lone_surrogate']],
  ])('%s is refused', (_, json, expected) => {
    expect(faults(json)).toEqual(expected);
  });

  it('is told from emoji, also four-byte ones, and from other control characters', () => {
    expect(faults('{"😀":"👩‍👩‍👧‍👦🇳🇵","a":"\\ud83d\\ude00","b":"\\u0001\\ufffd\\uffff\\t\\r\\n"}')).toEqual([]);
  });

  it('is found exactly where it is not well-formed, for any text', () => {
    const unit = fc.constantFrom('a', '\ud83d', '\ude00', '😀', '\ufffd');
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 8 }), (units) => {
        const text = units.join('');
        const wellFormed = Buffer.from(text, 'utf8').toString('utf8') === text;
        expect(guardJson({ [text]: text }).length > 0).toBe(!wellFormed);
      }),
    );
  });

  it('never appears in what is answered', () => {
    const text = JSON.stringify(guardJson(JSON.parse('{"\\ud800":{"b":1},"\\u0000":1,"c":{"\\udc00x":"\\u0000"}}')));
    expect(text).not.toMatch(/\\u0000|\\ud|\\u0000/i);
    expect(Buffer.from(text).toString()).toBe(text);
  });
});

describe('R-1.5 numbers outside the safe range', () => {
  it.each([
    '9007199254740992',
    '-9007199254740992',
    '9007199254740993',
    '1e21',
    '-1e300',
    '1e400',
    '-1e999',
    '9007199254740992.5',
  ])('%s is refused', (number) => {
    expect(faults(`{"data":{"n":[${number}]}}`)).toEqual(['/data/n/0 unsafe_number']);
  });

  it.each(['9007199254740991', '-9007199254740991', '0', '-0', '0.1', '-1.5e-7', '123456.789', '1e15'])(
    '%s is kept',
    (number) => {
      expect(faults(`[${number}]`)).toEqual([]);
    },
  );
});

describe('R-1.5 nesting', () => {
  it.each([
    ['arrays', ['[', ']']],
    ['objects', ['{"a":', '}']],
  ])('of 64 %s is read and of 65 refused', (_, brackets) => {
    expect(faults(nested(64, brackets as [string, string]))).toEqual([]);
    const [fault, ...more] = faults(nested(65, brackets as [string, string]));
    expect(fault).toMatch(/^(\/[0a]){64} too_deep$/);
    expect(more).toEqual([]);
  });

  it('counts the body itself', () => {
    const data = (levels: number) => JSON.parse(JSON.stringify(bodyWith()).replace('"1200.50"', nested(levels)));
    expect(faultsOf(data(62))).toEqual([]);
    expect(errorsOf(data(63)).map((e) => e.code)).toEqual(['too_deep']);
  });

  it('counts no values that are not containers', () => {
    expect(faults(`${'['.repeat(64)}1,"x",null${']'.repeat(64)}`)).toEqual([]);
  });

  it('of 100,000 is refused without a stack overflow, wherever it is', () => {
    for (const name of ['data', 'recipients', 'entity', 'type', 'unknown']) {
      const body = { ...bodyWith(), [name]: JSON.parse(nested(100_000)) };
      expect(errorsOf(body).map((e) => e.code)).toContain('too_deep');
    }
  });
});

describe('R-1.5 many faults', () => {
  it.each([
    ['values', Array.from({ length: 1_000 }, () => '\u0000')],
    ['keys', Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`\u0000${i}`, 1]))],
    ['objects', Array.from({ length: 1_000 }, () => ({ '\u0000': 1 }))],
  ])('in %s are named up to 50, in the order of the document', (_, value) => {
    const errors = guardJson(value);
    expect(errors).toHaveLength(50);
    expect(errors[0]?.pointer).toMatch(/^\/(0|\ufffd0)/);
    expect(errors[49]?.pointer).toMatch(/49/);
  });

  it('are none in anything that JSON carries safely', () => {
    const sound = fc.jsonValue({ noUnicodeString: true, maxDepth: 10 });
    fc.assert(
      fc.property(sound, (value) => {
        const text = JSON.stringify(value);
        fc.pre(!/"(__proto__|constructor|prototype)":/.test(text) && !/e\+/.test(text) && !/\d{16}/.test(text));
        fc.pre(!text.includes('\\u0000'));
        expect(guardJson(value)).toEqual([]);
      }),
    );
  });
});
