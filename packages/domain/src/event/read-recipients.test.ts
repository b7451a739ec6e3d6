import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyWith, errorsOf, eventOf, faultsOf } from './event-body.test-support.js';

const recipientsOf = (recipients: unknown) => eventOf(bodyWith({ recipients })).recipients;
const faults = (recipients: unknown) => faultsOf(bodyWith({ recipients }));

describe('R-3.3a who is listed twice is one', () => {
  it.each<[string, unknown[], unknown[]]>([
    ['by id', ['u-17', 'u-17', ' u-17 '], ['u-17']],
    ['by id in two spellings', ['jose\u0301', 'jos\u00e9'], ['jos\u00e9']],
    [
      'by id and as an object, which tells more',
      ['u-17', { id: 'u-17', email: 'm@example.com' }],
      [{ id: 'u-17', email: 'm@example.com' }],
    ],
    [
      'as an object and by id',
      [{ id: 'u-17', email: 'm@example.com' }, 'u-17'],
      [{ id: 'u-17', email: 'm@example.com' }],
    ],
  ])('%s', (_, given, kept) => {
    expect(recipientsOf(given)).toEqual(kept);
  });

  it('as two objects: always the same one of them, in whatever order', () => {
    const [a, b] = [
      { id: 'u-17', email: 'a@example.com' },
      { id: 'u-17', email: 'b@example.com' },
    ];
    expect(recipientsOf([a, b])).toEqual(recipientsOf([b, a]));
    expect(recipientsOf([a, b])).toHaveLength(1);
  });

  it('by an address without an id', () => {
    const kept = recipientsOf([{ email: 'maria@example.com' }, { email: 'MARIA@example.com' }]);
    expect(kept).toHaveLength(1);
  });

  it('but ids in other letters are others', () => {
    expect(recipientsOf(['u-17', 'U-17'])).toHaveLength(2);
  });
});

describe('R-3.2 nobody is lost', () => {
  it('though several without an id share a mailbox', () => {
    const office = ['+9779800000000', '+9779800000001'].map((phone) => ({ email: 'office@example.com', phone }));
    const kept = recipientsOf(office);
    expect(kept).toHaveLength(2);
    expect(new Set(kept.map((r) => (typeof r === 'string' ? r : r.id))).size).toBe(2);
  });

  it('though their emails are blank or malformed alike', () => {
    for (const email of ['', 'n/a'])
      expect(
        recipientsOf([
          { email, phone: '+9779800000000' },
          { email, phone: '+9779800000001' },
        ]),
      ).toHaveLength(2);
  });

  it('whatever the order, each with the same id', () => {
    const people = fc.uniqueArray(
      fc.record({
        email: fc.constantFrom('office@example.com', 'maria@example.com', 'n/a', ''),
        phone: fc.constantFrom('+9779800000000', '+9779800000001', '12', ''),
      }),
      { minLength: 1, maxLength: 6, selector: (r) => `${r.email} ${r.phone}` },
    );
    const order = (r: unknown) => JSON.stringify(r);
    fc.assert(
      fc.property(people, (given) => {
        fc.pre(given.every((r) => r.email !== '' || r.phone !== ''));
        fc.pre(given.some((r) => r.email.includes('@') || r.phone.startsWith('+')));
        const kept = recipientsOf(given);
        expect(kept).toHaveLength(given.length);
        expect([...recipientsOf(given.toReversed())].map(order).sort()).toEqual([...kept].map(order).sort());
      }),
    );
  });
});

describe('R-3.5 malformed addresses', () => {
  it('beside a sound recipient are decided later, not refused', () => {
    for (const other of ['u-18', { id: 'u-18' }, { phone: '+9779800000000' }])
      expect(faults([{ id: 'u-17', email: 'not an address' }, other])).toEqual([]);
  });

  it('beside a sound address of the same recipient are decided later', () => {
    expect(faults([{ id: 'u-17', email: 'maria', phone: '+9779800000000' }])).toEqual([]);
  });

  it('on nobody but malformed ones are refused, and each is named', () => {
    expect(
      faults([
        { id: 'u-17', email: 'maria', phone: '980' },
        { email: 'bob@', whatsapp: 'x' },
      ]),
    ).toEqual([
      '/recipients no_recipient_left',
      '/recipients/0/email invalid_address',
      '/recipients/0/phone invalid_address',
      '/recipients/1/email invalid_address',
      '/recipients/1/whatsapp invalid_address',
    ]);
  });

  it('of somebody whom the directory may know by the id alone are decided later', () => {
    expect(faults([{ id: 'u-17', email: 'maria' }, 'u-17'])).toEqual([]);
  });
});

describe('R-1.5 no recipients', () => {
  it.each([[[]], [undefined]])('%j are refused when the type has none of its own', (recipients) => {
    expect(faults(recipients)).toEqual(['/recipients no_recipients']);
  });

  it('an unknown audience is named, with its place', () => {
    const [error] = errorsOf(bodyWith({ recipients: ['u-17', { audience: 'buyers' }] }));
    expect(error).toMatchObject({ pointer: '/recipients/1/audience', code: 'unknown_audience' });
    expect(error?.detail).toContain('"buyers"');
  });

  it('10,000 recipients are read in well under a second', () => {
    const many = Array.from({ length: 10_000 }, (_, i) => (i % 2 ? `u-${i}` : { email: `u-${i}@example.com` }));
    const began = performance.now();
    expect(recipientsOf(many)).toHaveLength(10_000);
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});
