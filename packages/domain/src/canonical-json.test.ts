import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, differingPointers, type Json, pointerSegment } from './canonical-json.js';

const shuffled = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, shuffled(member as Json)]),
  );
};
const anyJson = fc.jsonValue({ maxDepth: 5 }) as fc.Arbitrary<Json>;

/** What RFC 6901 says a pointer points at; undefined if nothing is there. */
const at = (value: Json | undefined, pointer: string): Json | undefined =>
  pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<Json | undefined>(
      (node, key) =>
        typeof node === 'object' && node !== null && Object.hasOwn(node, key)
          ? (node as Readonly<Record<string, Json>>)[key]
          : undefined,
      value,
    );

describe('canonical JSON', () => {
  it('sorts keys at every depth and keeps the order of arrays', () => {
    expect(canonicalJson({ b: [{ z: 1, y: 2 }, 3], a: null, B: true })).toBe(
      '{"B":true,"a":null,"b":[{"y":2,"z":1},3]}',
    );
  });

  it('sorts by UTF-16 code units, as RFC 8785 does', () => {
    expect(
      canonicalJson({ '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 }),
    ).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}');
  });

  it('writes numbers as JSON does', () => {
    expect(canonicalJson([1.0, 1e21, -0, 0.1, 1e-7])).toBe('[1,1e+21,0,0.1,1e-7]');
  });

  it('means the same as what it was made of, whatever the order of its keys', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value));
      }),
    );
  });
});

describe('a JSON pointer (RFC 6901)', () => {
  it.each([
    ['a/b', 'a~1b'],
    ['m~n', 'm~0n'],
    ['~1', '~01'],
    ['/~', '~1~0'],
    ['', ''],
    ['k"l', 'k"l'],
    [0, '0'],
  ])('names the key %j as %s', (key, segment) => {
    expect(pointerSegment(key)).toBe(segment);
  });
});

describe('R-1.3 the places where two values differ', () => {
  it.each<[string, Json, Json, string[]]>([
    ['nowhere, in another order of keys', { a: 1, b: { c: [1, 2] } }, { b: { c: [1, 2] }, a: 1 }, []],
    ['a value', { data: { amount: 1, at: 2 } }, { data: { amount: 3, at: 2 } }, ['/data/amount']],
    ['a value of another kind', { a: 1 }, { a: '1' }, ['/a']],
    ['null and nothing', { a: null }, {}, ['/a']],
    ['null and an empty object', { a: null }, { a: {} }, ['/a']],
    ['an empty object and an empty array', { a: {} }, { a: [] }, ['/a']],
    ['a key more and a key less', { a: 1 }, { b: 1 }, ['/a', '/b']],
    ['an entry of an array', { a: [1, { b: 2 }, 3] }, { a: [1, { b: 9 }, 3] }, ['/a/1/b']],
    ['the order of an array', { a: [1, 2] }, { a: [2, 1] }, ['/a/0', '/a/1']],
    ['the length of an array', { a: [1, 2] }, { a: [1, 2, 3] }, ['/a']],
    ['several places', { a: 1, b: { c: 2, d: 3 } }, { a: 9, b: { c: 9, d: 3 } }, ['/a', '/b/c']],
    ['a key that needs escapes', { 'a/b': { 'm~n': 1 } }, { 'a/b': { 'm~n': 2 } }, ['/a~1b/m~0n']],
    ['an empty key', { '': 1 }, { '': 2 }, ['/']],
    ['a key of the prototype', { a: 1 }, { a: 1, toString: 'x' }, ['/toString']],
    ['everything', 1, 2, ['']],
  ])('are %s', (_, a, b, pointers) => {
    expect(differingPointers(a, b)).toEqual(pointers);
    expect(differingPointers(b, a)).toEqual(pointers);
  });

  it('include a key that JSON.parse makes and no literal can', () => {
    expect(differingPointers(JSON.parse('{"__proto__":{}}'), {})).toEqual(['/__proto__']);
  });

  it('are none for equal values, and really differ', () => {
    fc.assert(
      fc.property(anyJson, anyJson, (a, b) => {
        expect(differingPointers(a, shuffled(a))).toEqual([]);
        const pointers = differingPointers(a, b);
        expect(pointers.length === 0).toBe(canonicalJson(a) === canonicalJson(b));
        for (const pointer of pointers) expect(at(a, pointer)).not.toStrictEqual(at(b, pointer));
      }),
    );
  });
});
