import { emailBytes, type OutgoingEmail } from '@crier/domain';
import fc from 'fast-check';
import { type ParsedMail, simpleParser } from 'mailparser';
import { describe, expect, it } from 'vitest';
import { message } from './email-message.test-support.js';
import { mimeMessage } from './mime-message.js';

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

describe('R-4.15 the sender, the answer address and headers of a type', () => {
  const one = (parsed: ParsedMail['from']) => parsed?.value.map(({ address, name }) => ({ address, name }));

  it.each(TEXTS)('the names arrive as they are: %s', async (name) => {
    const parsed = await read({ from: `${name} <orders@example.com>`, replyTo: `${name} <desk@example.com>` });
    expect(one(parsed.from)).toEqual([{ address: 'orders@example.com', name }]);
    expect(one(parsed.replyTo)).toEqual([{ address: 'desk@example.com', name }]);
  });

  it('take the place of the provider’s sender, and of nobody’s answer address', async () => {
    expect(one((await read({ from: 'orders@example.com' })).from)).toEqual([
      { address: 'orders@example.com', name: '' },
    ]);
    expect((await read({})).headers.has('reply-to')).toBe(false);
  });

  it('arrive whole, however long a link in them is', async () => {
    const url = `https://crier.example.com/unsubscribe?token=${'a1_-'.repeat(60)}`;
    const headers = {
      'List-Unsubscribe': `<${url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      References: '<0123456789abcdef@crier>',
      Comments: 'Café, नमस्ते',
    };
    const raw = bytes({ headers });
    expect(headOf(raw).replaceAll(/\r\n(?=[ \t])/g, '')).toContain(`\r\nList-Unsubscribe: <${url}>\r\n`);
    const parsed = await simpleParser(raw);
    expect(parsed.references).toBe('<0123456789abcdef@crier>');
    const [, words = ''] = /^=\?UTF-8\?B\?(.+)\?=$/.exec(String(parsed.headers.get('comments'))) ?? [];
    expect(Buffer.from(words, 'base64').toString()).toBe('Café, नमस्ते');
    expect(parsed.headers.get('list')).toMatchObject({
      unsubscribe: { url },
      'unsubscribe-post': { name: 'List-Unsubscribe=One-Click' },
    });
  });

  it('do not put out the key', async () => {
    const parsed = await read({ headers: { 'X-Crier-Key': 'other', 'Auto-Submitted': 'no' } });
    expect([parsed.headers.get('x-crier-key'), parsed.headers.get('auto-submitted')]).toEqual([
      message().key,
      'auto-generated',
    ]);
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
      bytes({ from: `Orders${text} <${FROM}>` }),
      bytes({ from: `Orders <${FROM}${text}>` }),
    ]) {
      expect(headerNames(raw)).toEqual(names);
      const parsed = await simpleParser(raw);
      expect(parsed.bcc).toBeUndefined();
      expect(parsed.headers.has('bcc')).toBe(false);
    }
    expect((await read({ subject: text })).text).toBe('Approved');
  });

  it.each(hostile)('of those that only some messages have: %j', async (text) => {
    const some = { replyTo: `Desk${text} <desk@example.com>`, headers: { References: `<a@b>${text}` } };
    for (const raw of [
      bytes(some),
      bytes({ ...some, headers: { [`References${text}`]: 'x', References: '<a@b>' } }),
      bytes({ ...some, headers: { 'Bcc: thief@example.org\r\nX': 'x', References: '<a@b>' } }),
    ]) {
      expect(headerNames(raw).toSorted()).toEqual([...names, 'Reply-To', 'References'].toSorted());
      expect((await simpleParser(raw)).headers.has('bcc')).toBe(false);
    }
  });

  it.each(TEXTS)('headers are ASCII, and no line is longer than 998 (RFC 5322 2.1.1): %s', (text) => {
    const of = (address: string) => `${text} <${address}>`;
    const some = { from: of(FROM), replyTo: of('desk@example.com'), headers: { Comments: text } };
    const head = headOf(bytes({ subject: text, to: to(text), ...some }));
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

describe('R-5.3 files', () => {
  const pdf = (filename: string, content: Uint8Array = Buffer.from('%PDF-')) => ({
    filename,
    contentType: 'application/pdf',
    content,
  });

  it('arrive byte for byte under their names, beside the text and the HTML', { timeout: 30_000 }, async () => {
    const name = fc.stringMatching(/^[\p{L}\p{N}._ '()*%-]{1,60}$/u).filter((text) => text.trim() === text);
    await fc.assert(
      fc.asyncProperty(name, fc.uint8Array({ maxLength: 500 }), async (filename, content) => {
        const mail = await read({ text: 'Plain.', html: '<p>Rich.</p>', attachments: [pdf(filename, content)] });
        expect([mail.text?.trim(), mail.html]).toEqual(['Plain.', '<p>Rich.</p>']);
        expect(mail.attachments.map((file) => [file.filename, file.contentType, [...file.content]])).toEqual([
          [filename, 'application/pdf', [...content]],
        ]);
      }),
      { numRuns: 50 },
    );
  });

  it.each(['a"b.pdf', 'a\r\nBcc: x@example.com.pdf', 'बीजक-INV-0488.pdf', 'a\\b.pdf'])(
    'a name begins no other header and ends no quotes: %j',
    async (filename) => {
      const raw = bytes({ attachments: [pdf(filename), pdf('second.pdf')] });
      expect(headerNames(raw)).toEqual(headerNames(bytes()));
      const mail = await simpleParser(raw);
      expect(mail.attachments).toHaveLength(2);
      expect(mail.bcc).toBeUndefined();
    },
  );

  it.each(['क'.repeat(104), '𝒂'.repeat(500), 'a'.repeat(5_000)])(
    'no name makes a line too long (998): %s',
    async (name) => {
      const raw = bytes({ attachments: [pdf(name)] });
      expect(
        Math.max(
          ...raw
            .toString()
            .split('\r\n')
            .map((line) => line.length),
        ),
      ).toBeLessThan(998);
      expect((await simpleParser(raw)).attachments[0]?.filename).toBe(name);
    },
  );

  it('half a character in a name is none', async () => {
    const mail = await simpleParser(bytes({ attachments: [pdf('\ud800x.pdf')] }));
    expect(mail.attachments[0]?.filename).toBe('\ufffdx.pdf');
  });

  it('are counted as they travel: never for less, and for little more', () => {
    const files = fc.array(
      fc.record({ filename: fc.string({ unit: 'grapheme', maxLength: 200 }), bytes: fc.nat({ max: 300_000 }) }),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(files, fc.string({ unit: 'grapheme', maxLength: 2_000 }), (some, html) => {
        const attachments = some.map(({ filename, bytes: count }) => pdf(filename, new Uint8Array(count)));
        const [counted, { length }] = [emailBytes(message({ html, attachments })), bytes({ html, attachments })];
        expect(counted).toBeGreaterThanOrEqual(length);
        expect(counted).toBeLessThan(length + 20_000);
      }),
      { numRuns: 50 },
    );
  });

  it('no boundary is the beginning of another (RFC 2046 5.1.1)', () => {
    const raw = bytes({ attachments: [pdf('a.pdf')] }).toString();
    const boundaries = [...raw.matchAll(/boundary="(.+)"/g)].map(([, boundary = '']) => boundary);
    expect(boundaries).toHaveLength(2);
    for (const one of boundaries) expect(boundaries.filter((other) => other.startsWith(one))).toEqual([one]);
  });

  it('a mail without any is what it was', () => {
    expect(bytes({ attachments: [] }).equals(bytes())).toBe(true);
    expect(bytes().toString()).not.toContain('multipart/mixed');
  });
});
