import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentFileName } from './document-file-name.js';
import { DOCUMENT_KINDS } from './document-kind.js';

describe('R-5.3 the name of a document’s file', () => {
  it.each([
    ['PO-4482', 'purchase-order-PO-4482.pdf'],
    ['PO/4482', 'purchase-order-PO-4482.pdf'],
    ['../../etc/passwd', 'purchase-order-..-..-etc-passwd.pdf'],
    ['C:\\x "y"\r\n', 'purchase-order-C-x-y.pdf'],
    ['खरिद आदेश ४४', 'purchase-order-खरिद-आदेश-४४.pdf'],
    ['Cafe\u0301', 'purchase-order-Caf\u00e9.pdf'],
    ['½\u202egnp.exe', 'purchase-order-½-gnp.exe.pdf'],
    ['***', 'purchase-order.pdf'],
    ['', 'purchase-order.pdf'],
  ])('for %j is %j', (entityId, name) => {
    expect(documentFileName('purchase_order', entityId)).toBe(name);
  });

  it('is safe whatever the entity is called', () => {
    fc.assert(
      fc.property(fc.constantFrom(...DOCUMENT_KINDS), fc.string({ unit: 'binary', maxLength: 400 }), (kind, id) => {
        const name = documentFileName(kind, id);
        expect(name).toMatch(/^[a-z][\p{L}\p{M}\p{N}._-]*[\p{L}\p{M}\p{N}]\.pdf$/u);
        expect(() => encodeURIComponent(name)).not.toThrow();
        expect([...name].length).toBeLessThanOrEqual(104);
      }),
    );
  });
});
