import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalEmail, canonicalPhone, maskAddress, redactAddresses } from './address.js';

describe('R-3.3a the canonical form of an email address', () => {
  it.each([
    ['Maria@Example.COM', 'maria@example.com'],
    ['  maria@example.com\t', 'maria@example.com'],
    ['maria+invoices@example.com', 'maria+invoices@example.com'],
    ['m.a.r.i.a@gmail.com', 'm.a.r.i.a@gmail.com'],
    ["O'Brien@example.com", "o'brien@example.com"],
    ['a!#$%&*+-/=?^_`{|}~b@example.com', 'a!#$%&*+-/=?^_`{|}~b@example.com'],
    // UTS 46, non-transitional: ß stays a letter of its own
    ['info@straße.de', 'info@xn--strae-oqa.de'],
    ['INFO@BÜCHER.example', 'info@xn--bcher-kva.example'],
    ['info@bu\u0308cher.example', 'info@xn--bcher-kva.example'],
    ['info@xn--bcher-kva.example', 'info@xn--bcher-kva.example'],
    ['info@例え.テスト', 'info@xn--r8jz45g.xn--zckzah'],
    ['info@example。com', 'info@example.com'],
    ['JOSE\u0301@example.com', 'jos\u00e9@example.com'],
    ['a@b.co', 'a@b.co'],
    ['a@3m.com', 'a@3m.com'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  ])('%s is %s', (given, canonical) => {
    expect(canonicalEmail(given)).toBe(canonical);
  });

  it.each([
    '',
    '@',
    'maria',
    'maria@',
    '@example.com',
    'maria@localhost',
    'maria@example',
    'maria@@example.com',
    'maria@home@example.com',
    'maria @example.com',
    'maria@exa mple.com',
    '.maria@example.com',
    'maria.@example.com',
    'ma..ria@example.com',
    '"maria"@example.com',
    'Maria <maria@example.com>',
    'maria@example.com, bob@example.com',
    'maria@example.com;bob@example.com',
    'maria@example..com',
    'maria@.example.com',
    'maria@example.com.',
    'maria@-example.com',
    'maria@example-.com',
    'maria@exam_ple.com',
    'maria@xn--zzzzzz.example',
    `${'a'.repeat(65)}@example.com`,
    `${'é'.repeat(33)}@example.com`,
    `a@${'b'.repeat(64)}.com`,
    `${'a'.repeat(60)}@${`${'b'.repeat(60)}.`.repeat(4)}com`,
    'maria@example.com\r\nBcc: x@example.com',
    'ma\u0000ria@example.com',
    'maria@exam\u0000ple.com',
    'maria\u2028@example.com',
    'maria\u0085@example.com',
    'मारिया',
  ])('%j is none', (given) => {
    expect(canonicalEmail(given)).toBeUndefined();
  });

  it.each([
    'maria@example.com/path',
    'maria@example.com?to=x',
    'maria@example.com#x',
    'maria@example.com:25',
    'maria@ex%61mple.com',
    'maria@127.1',
    'maria@127.0.0.1',
    'maria@0x7f.1',
    'maria@[127.0.0.1]',
    'maria@[::1]',
    'maria@example.com／path',
  ])('%j is none, although a URL could have that host', (given) => {
    expect(canonicalEmail(given)).toBeUndefined();
  });

  it('is its own canonical form, without blanks and capitals', () => {
    const domain = fc.constantFrom('example.com', 'BÜCHER.example', 'a.b-c.Museum', '例え.テスト');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), domain, (local, host) => {
        const canonical = canonicalEmail(`${local}@${host}`);
        if (canonical === undefined) return;
        expect(canonicalEmail(canonical)).toBe(canonical);
        expect(canonical).toBe(canonical.toLowerCase().normalize('NFC'));
        expect(canonical).not.toMatch(/\s/);
      }),
    );
  });
});

describe('R-3.3a the canonical form of a phone number', () => {
  it.each([
    ['+977 980-0000000', '+9779800000000'],
    ['+1 (213) 373-4253', '+12133734253'],
    ['  +12133734253 ', '+12133734253'],
    ['+44 20 7946 0958', '+442079460958'],
    ['\u202a+9779800000000\u202c', '+9779800000000'],
    ['+977\u00a0980\u00a00000000', '+9779800000000'],
  ])('%j is %s', (given, e164) => {
    expect(canonicalPhone(given)).toBe(e164);
  });

  it.each([
    '',
    '9800000000',
    '00977 9800000000',
    '+1',
    '+999123456',
    '+121337342539999999',
    'call +9779800000000 after six',
    '+9779800000000 or +9779800000001',
    '+12133734253 ext. 5',
    '+12133734253;ext=5',
    '+97798000\u000000000',
    '+9779800000000\u0000',
    'maria@example.com',
  ])('%j is none', (given) => {
    expect(canonicalPhone(given)).toBeUndefined();
  });
});

describe('R-10.5 addresses in text', () => {
  it.each([
    ['Address maria@example.com is not verified.', 'Address [address] is not verified.'],
    ["not verified: o'brien@example.com", 'not verified: [address]'],
    ['<maria+x@mail.example.com>: no such user', '<[address]>: no such user'],
    ['{"email":"maria@example.com"}', '{"email":"[address]"}'],
    ['jose\u0301@bücher.example', '[address]'],
    ['see /messages?to=maria%40example.com', 'see [address]'],
    ['To +977 980-0000000 failed', 'To [number] failed'],
    ['(213) 373-4253 failed', '([number] failed'],
    ['+6834002 is unreachable', '[number] is unreachable'],
    ['Throttling: Maximum sending rate exceeded.', 'Throttling: Maximum sending rate exceeded.'],
    ['error 21610 after 3 tries', 'error 21610 after 3 tries'],
  ])('%s becomes %s', (text, redacted) => {
    expect(redactAddresses(text)).toBe(redacted);
  });

  it('hides each of several', () => {
    const text = redactAddresses('a@example.com,b@example.com c@example.com and +9779800000000, +9779800000001');
    expect(text).not.toMatch(/[abc]@|98000/);
  });

  it('never leaves an address or a number that could be written to', () => {
    const word = fc.stringMatching(/^[a-z0-9+._'-]{1,20}$/);
    const phone = fc.stringMatching(/^\+[1-9][0-9]{6,14}$/);
    fc.assert(
      fc.property(fc.string(), word, phone, fc.string(), (before, local, number, after) => {
        const address = `${local}@example.com`;
        const text = redactAddresses(`${before} ${address} ${after} ${number} ${after}`);
        expect(text).not.toContain(address);
        expect(text).not.toContain(number);
      }),
    );
  });

  it.each([
    ['one long word', 'a'.repeat(1_000_000)],
    ['one long number', '1'.repeat(1_000_000)],
    ['many halves of addresses', 'a@'.repeat(500_000)],
    ['digits and a long gap', `${'1 '.repeat(4)}${' '.repeat(1_000_000)}`],
  ])('reads %s, as a vendor’s broken answer may be, without holding the process up', (_, text) => {
    const began = performance.now();
    redactAddresses(text);
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});

describe('R-10.5 an SMTP reply', () => {
  it.each([
    ['550 5.1.1 user unknown', '550 5.1.1 user unknown'],
    ['550-5.1.1 <maria@example.com> no such user', '550-5.1.1 <[address]> no such user'],
    ['421 4.7.0 call +977 9800 000 042', '421 4.7.0 call [number]'],
  ])('keeps its codes, which are no telephone number: %s', (text, redacted) => {
    expect(redactAddresses(text)).toBe(redacted);
  });
});

describe('R-10.5 a masked address', () => {
  it.each([
    ['maria@example.com', 'm***@example.com'],
    ['😀maria@example.com', '😀***@example.com'],
    ['+9779800000042', '+977***42'],
    ['12345', '***'],
    ['', '***'],
    ['@', '***'],
  ])('of %s is %s', (address, masked) => {
    expect(maskAddress(address)).toBe(masked);
  });
});
