import { DOCUMENT_KINDS, DOCUMENT_LANGUAGES, DocumentRefused } from '@crier/domain';
import { afterAll, describe, expect, it } from 'vitest';
import {
  checkWithQpdf,
  fontsInPoppler,
  pagesInPdfJs,
  pagesInPoppler,
  placedWords,
  textInPoppler,
} from '../read-pdf.test-support.js';
import { exampleOf, linesOf, requestFor } from '../requests.test-support.js';
import { wordsIn } from '../words/words-in.js';
import { createLocalRenderer } from './local-renderer.js';

const renderer = createLocalRenderer({ size: 1, timeoutMs: 60_000 });
afterAll(() => renderer.close());

const LOCALES = { en: 'en-IN', ne: 'ne-NP', ar: 'ar-AE' } as const;
/**
 * Words of a text as poppler gives them. It parts one of ours at a vowel sign, which stands left of where its letter ends, and
 * turns around the two letters that Arabic writes as one.
 */
const asPopplerGives = (text: string): string[] =>
  text
    .replace('बिक्रेता', 'बिक्रे ता')
    .split(' ')
    .filter((word) => !word.includes('لا'));

describe.each(DOCUMENT_KINDS)('%s', (kind) => {
  it.each(DOCUMENT_LANGUAGES)(
    'R-5.4 opens everywhere and has real text in %s',
    async (language) => {
      const pdf = await renderer.render(requestFor(kind, LOCALES[language]));
      checkWithQpdf(pdf);
      const { entity } = exampleOf(kind);
      expect(await pagesInPdfJs(pdf)).toEqual([expect.stringContaining(entity.id)]);
      const text = textInPoppler(pdf);
      for (const word of asPopplerGives(wordsIn(language).titles[kind])) expect(text).toContain(word);
      for (const font of fontsInPoppler(pdf))
        expect(font).toEqual({ name: expect.stringContaining('Crier'), isEmbedded: true, hasText: true });
    },
    60_000,
  );
});

describe('R-5.4 text', () => {
  it.each([
    ['en-IN', ['NPR 1,20,345.00', 'NPR 67,500.00', '30 December 2026']],
    ['en-GB', ['NPR 120,345.00', '30 December 2026']],
    ['ne-NP', ['NPR १,२०,३४५.००', '२०२६ डिसेम्बर ३०', 'खरिदकर्ता', 'भुक्तानी म्याद', 'जम्मा']],
    ['ar-AE', ['120,345.00 NPR', 'ديسمبر', '0150 0188 4217 01']],
  ])(
    'has the amounts and dates of %s',
    async (locale, wanted) => {
      const text = textInPoppler(await renderer.render(requestFor('invoice', locale)));
      for (const one of wanted) expect(text).toContain(one);
    },
    60_000,
  );

  it('keeps Nepali, Arabic, Hebrew, Greek and Cyrillic of the event in any document', async () => {
    const names = ['गोदाम ३, श्रेष्ठ टोल', 'شركة النور', 'שלום', 'Ελλάς', 'Бишкек', '€ ₹ ½ “Söhne”'];
    const lines = linesOf('purchase_order', names.length).map((line, n) => ({ ...line, description: names[n] }));
    const text = textInPoppler(await renderer.render(requestFor('purchase_order', 'en', { lines })));
    // In a page that reads from left to right, pdftotext gives right-to-left words in the order in which they stand.
    for (const word of names.slice(0, 1).concat(names.slice(1).flatMap((name) => name.split(' '))))
      expect(text).toContain(word);
  }, 60_000);

  it('takes what looks like markup for text', async () => {
    const note = '#panic("x") $x^2$ *bold* _it_ `raw` = no heading <label> @ref \\ // https://a.example/b?c=d&e=f "q"';
    const text = textInPoppler(await renderer.render(requestFor('purchase_order', 'en', { note })));
    expect(text.replaceAll('\u200b', '').replaceAll(' ', '')).toContain(note.replaceAll(' ', ''));
  }, 60_000);
});

describe('R-5.4 size', () => {
  it('repeats the headings on every page of 500 lines, loses none, and puts the sums once at the end', async () => {
    const lines = linesOf('purchase_order', 500);
    const pdf = await renderer.render(requestFor('purchase_order', 'ne-NP', { lines }));
    checkWithQpdf(pdf);
    const pages = pagesInPoppler(pdf);
    expect(pages.length).toBeGreaterThan(10);
    expect(await pagesInPdfJs(pdf)).toHaveLength(pages.length);
    for (const page of pages) expect(page).toContain(wordsIn('ne').quantity);
    const found = [...pages.join(' ').matchAll(/ROW-(\d+)/g)].map(([, n]) => Number(n));
    expect(found).toEqual(lines.map((_, n) => n + 1));
    expect(pages.filter((page) => page.includes('१,२४,३००.००'))).toEqual([pages.at(-1)]);
  }, 60_000);

  it('breaks words that are longer than their column, so that none runs into the next, and loses no letter', async () => {
    const sku = 'X'.repeat(120);
    const description = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(4);
    const [line] = linesOf('invoice', 1);
    const pdf = await renderer.render(requestFor('invoice', 'en', { lines: [{ ...line, sku, description }] }));
    const words = placedWords(pdf);
    const headingOf = (text: string) => words.find((word) => word.text === text) ?? { left: 0, top: 0 };
    for (const [column, next, whole] of [
      ['Item', 'Description', sku],
      ['Description', 'Quantity', description],
    ] as const) {
      const { left, top } = headingOf(column);
      const below = words.filter((word) => Math.abs(word.left - left) < 1 && word.top > top);
      expect(below.map(({ text }) => text).join('')).toBe(whole);
      expect(Math.max(...below.map(({ right }) => right))).toBeLessThan(headingOf(next).left);
    }
  }, 60_000);
});

it('R-5.4 says long references, account numbers and amounts to the letter, for whoever copies or searches them', async () => {
  const account = 'DE89370400440532013000';
  const request = requestFor('invoice', 'en', { total: '166366.66', payment: { bank: 'Bank', account } });
  const reference = 'INV-2026-KTM-00123456';
  const pdf = await renderer.render({ ...request, entity: { ...request.entity, id: reference } });
  for (const text of [(await pagesInPdfJs(pdf)).join(' '), textInPoppler(pdf)]) {
    for (const said of [reference, account, '166,366.66']) expect(text).toContain(said);
    expect(text).not.toMatch(/\u200b/);
  }
}, 60_000);

it.each([
  ['null', null],
  ['blank', ' '],
])(
  'R-5.1 takes what is %s for missing, as the messages’ templates do',
  async (_what, nothing) => {
    const { lines } = exampleOf('invoice').data;
    const changed = { note: nothing, purchaseOrder: nothing, tax: null, lines: [{ ...lines[0], sku: nothing }] };
    await expect(renderer.render(requestFor('invoice', 'en', changed))).resolves.toBeInstanceOf(Uint8Array);
    await expect(renderer.render(requestFor('invoice', 'en', { currency: nothing }))).rejects.toThrow(
      /\/data\/currency: /,
    );
  },
  60_000,
);

it.each(['2026-02-30', 'tomorrow'])('R-5.2 names the field of a date that there is not: %s', async (dueOn) => {
  await expect(renderer.render(requestFor('invoice', 'en', { dueOn }))).rejects.toThrow(
    '/data/dueOn: must be a day such as 2026-12-10, or an instant with an offset',
  );
});

it('R-5.1 gives the same bytes for the same request', async () => {
  const [one, other] = [
    await renderer.render(requestFor('invoice', 'ne-NP')),
    await renderer.render(requestFor('invoice', 'ne-NP')),
  ];
  expect(Buffer.compare(one, other)).toBe(0);
}, 60_000);

it('R-5.2 refuses for good what the event does not carry, and names the field and no value', async () => {
  const request = requestFor('invoice', 'en', { total: 'secret-value', lines: [] });
  const error = await renderer.render(request).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DocumentRefused);
  expect((error as Error).message).toMatch(/\/data\/total: must be a number.*\/data\/lines: /);
  expect((error as Error).message).not.toContain('secret-value');
});
