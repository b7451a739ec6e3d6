import { expect, it } from 'vitest';
import { collapseId } from './collapse-id.js';

it.each(['PO-4482', 'purchase_order:PO-4482', 'x'.repeat(64)])('leaves %s as it is', (key) => {
  expect(collapseId(key)).toBe(key);
});

it.each(['x'.repeat(65), 'आदेश', 'a b', 'a\r\nb: c', '', '😀'])('makes %j one of at most 64 bytes', (key) => {
  expect(collapseId(key)).toMatch(/^[\w-]{43}$/);
  expect(collapseId(key)).toBe(collapseId(key));
});

it('tells two long keys apart', () => {
  expect(collapseId(`${'x'.repeat(80)}1`)).not.toBe(collapseId(`${'x'.repeat(80)}2`));
});
