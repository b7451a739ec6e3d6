import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readLink, signLink } from './signed-link.js';

const link = { purpose: 'replay', subject: 'reason:throttled', expiresAtMs: 2_000 } as const;
const invalid = { kind: 'invalid' };

it('R-8.5 opens what it was signed for until its time is over', () => {
  const token = signLink(['s1'], link);
  expect(token).toMatch(/^[\w-]+\.[\w-]{43}$/);
  expect(readLink(['s1'], 'replay', token, 1_999)).toEqual({ kind: 'valid', subject: 'reason:throttled' });
  expect(readLink(['s1'], 'replay', token, 2_000)).toEqual({ kind: 'expired' });
});

it('R-8.5 is worth nothing for another purpose, under another secret, or with none', () => {
  const token = signLink(['s1'], link);
  for (const purpose of ['document', 'unsubscribe', 'inbox', 'preferences'] as const)
    expect(readLink(['s1'], purpose, token, 0)).toEqual(invalid);
  expect(readLink(['s2'], 'replay', token, 0)).toEqual(invalid);
  expect(readLink([], 'replay', token, 0)).toEqual(invalid);
  expect(readLink([''], 'replay', token, 0)).toEqual(invalid);
  expect(() => signLink([], link)).toThrow('no secret');
  expect(() => signLink([''], link)).toThrow('no secret');
});

it('R-8.5 the first secret signs and all verify, so that they can be changed while links are out', () => {
  const old = signLink(['old'], link);
  expect(readLink(['new', 'old'], 'replay', old, 0)).toMatchObject({ kind: 'valid' });
  expect(readLink(['old'], 'replay', signLink(['new', 'old'], link), 0)).toEqual(invalid);
});

it('R-8.5 is invalid with any character of it changed, cut or added', () => {
  const token = signLink(['s1'], { ...link, subject: 'id:ü\n"' });
  expect(readLink(['s1'], 'replay', token, 0)).toEqual({ kind: 'valid', subject: 'id:ü\n"' });
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === 'A' ? 'B' : 'A';
    expect(readLink(['s1'], 'replay', token.slice(0, at) + other + token.slice(at + 1), 0)).toEqual(invalid);
    expect(readLink(['s1'], 'replay', token.slice(0, at), 0)).toEqual(invalid);
  }
  expect(readLink(['s1'], 'replay', `${token}.x`, 0)).toEqual(invalid);
  expect(readLink(['s1'], 'replay', `${token}.`, 0)).toEqual(invalid);
});

it('never throws, whatever it is given', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (token) => {
      expect(readLink(['s1'], 'replay', token, 0)).toEqual(invalid);
    }),
  );
  expect(readLink(['s1'], 'replay', 'A'.repeat(10_000_000), 0)).toEqual(invalid);
});
