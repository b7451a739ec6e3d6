import type { OutgoingEmail } from '@crier/domain';
import { type ParsedMail, simpleParser } from 'mailparser';
import { describe, expect, it } from 'vitest';
import { mimeMessage } from './mime-message.js';
import { message } from './vendor-endpoint.test-support.js';

const FROM = 'no-reply@example.com';
const bytes = (change: Partial<OutgoingEmail> = {}): Buffer => mimeMessage(message(change), FROM);
const read = (change: Partial<OutgoingEmail>): Promise<ParsedMail> =>
  simpleParser(bytes(change), { skipTextToHtml: true, skipHtmlToText: true });
const to = (name: string | null): OutgoingEmail['to'] => ({ address: 'maria@example.com', name });
const headOf = (raw: Buffer): string => raw.toString('latin1').split('\r\n\r\n')[0] ?? '';
const headerNames = (raw: Buffer): string[] =>
  headOf(raw)
    .split(/\r\n(?![ \t])/)
    .map((line) => line.split(':')[0] ?? '');
const nameRead = async (name: string | null) => {
  const parsed = (await read({ to: to(name) })).to;
  const value = Array.isArray(parsed) ? parsed.flatMap((one) => one.value) : (parsed?.value ?? []);
  expect(value).toHaveLength(1);
  expect(value[0]?.address).toBe('maria@example.com');
  return value[0]?.name;
};

const TEXTS = [
  'Café & Söhne',
  'राम बहादुर श्रेष्ठ',
  'Doe, Jane',
  'Jane "JD" Doe',
  'back\\slash and (comment) <angle@example.org>; x: y',
  'two  spaces',
  '=?utf-8?B?aGFja2Vk?= literal',
  'क्रय आदेश PO-4482 स्वीकृत भयो '.repeat(8).trim(),
  '𝒜𠀀😀👩‍👩‍👧🇳🇵'.repeat(12),
  'word '.repeat(60).trim(),
  'x'.repeat(300),
  'שלום עולם',
  'ends with a backslash\\',
];

describe('R-7.2 subject and names arrive as they are', () => {
  it.each(TEXTS)('subject: %s', async (subject) => {
    expect((await read({ subject })).subject).toBe(subject);
  });

  it.each(TEXTS)('name: %s', async (name) => {
    expect(await nameRead(name)).toBe(name);
  });

  it('plain text stays readable in the bytes', () => {
    const head = headOf(bytes({ subject: 'Order PO-4482 approved', to: to('Doe, "Jane"') }));
    expect(head).toContain('\r\nSubject: Order PO-4482 approved\r\n');
    expect(head).toContain('\r\nTo: "Doe, \\"Jane\\"" <maria@example.com>\r\n');
  });

  it('nobody without a name gets one', async () => {
    expect(headOf(bytes({ to: to(null) }))).toContain('\r\nTo: maria@example.com\r\n');
    expect(await nameRead(' ')).toBe('');
  });
});

describe('no value breaks a header', () => {
  const names = headerNames(bytes());
  const hostile = [
    'a\r\nBcc: thief@example.org',
    'a\nBcc: thief@example.org',
    'a\r\n\r\n<p>body</p>',
    'a\u0000b\u000bc',
    '\r\n',
    'é\r\nBcc: thief@example.org',
  ];

  it.each(hostile)('%j', async (text) => {
    for (const raw of [
      bytes({ subject: text }),
      bytes({ to: to(text) }),
      bytes({ to: { address: `maria@example.com${text}`, name: null } }),
      mimeMessage(message(), `${FROM}${text}`),
    ]) {
      expect(headerNames(raw)).toEqual(names);
      const parsed = await simpleParser(raw);
      expect(parsed.bcc).toBeUndefined();
      expect(parsed.headers.has('bcc')).toBe(false);
    }
    expect((await read({ subject: text })).text).toBe('Approved');
  });

  it.each(TEXTS)('headers are ASCII, and no line is longer than 998 (RFC 5322 2.1.1): %s', (text) => {
    const head = headOf(bytes({ subject: text, to: to(text) }));
    expect(head).toMatch(/^[\x20-\x7e\r\n]*$/);
    expect(head.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(Math.max(...head.split('\r\n').map((line) => line.length))).toBeLessThan(998);
  });
});

describe('the body', () => {
  it('has both parts, whatever stands in them', async () => {
    const text = 'नमस्ते मारिया,\nCafé & Söhne – 1 234,50 €\n.\nFrom here on\n';
    const html = `<p>नमस्ते &amp; Söhne</p>\n${'<p>line 😀</p>\n'.repeat(2_000)}`;
    const parsed = await read({ text, html });
    expect(parsed.text).toBe(text);
    expect(parsed.html).toBe(html);
  });

  it('may be empty', async () => {
    const parsed = await read({ text: '', html: '' });
    expect(parsed.text ?? '').toBe('');
    expect(parsed.attachments).toEqual([]);
  });

  it('does not end where its boundary stands in the text', async () => {
    const text = `--crier-${message().key}--\r\nlost?`;
    expect((await read({ text })).text).toContain('lost?');
  });

  it('keeps the rules of a line: CRLF, at most 998 bytes, ASCII', () => {
    const raw = bytes({ text: 'ü'.repeat(5_000), html: `<p>${'न'.repeat(5_000)}</p>` }).toString('latin1');
    expect(raw).toMatch(/^[\x20-\x7e\r\n]*$/);
    expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThan(998);
  });
});

it('R-4.13 R-4.15 carries the key and says that a machine wrote it', async () => {
  const parsed = await read({});
  expect(parsed.headers.get('x-crier-key')).toBe(message().key);
  expect(parsed.headers.get('auto-submitted')).toBe('auto-generated');
  expect(parsed.from?.value).toEqual([{ address: FROM, name: '' }]);
});

it('has the same bytes for the same delivery', () => {
  expect(bytes()).toEqual(bytes());
});
