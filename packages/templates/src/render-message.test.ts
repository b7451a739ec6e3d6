import { describe, expect, it } from 'vitest';
import { maskSecrets } from './mask-secrets.js';
import { renderMessage } from './render-message.js';
import { contextWith, loadFiles, MANIFEST, renderParts, typeNamed } from './testing/load-files.js';

const hostile = `<script>alert(1)</script>"'&`;

describe('R-7.2 escaping', () => {
  it('R-7.2 escapes HTML in the HTML part and nowhere else', async () => {
    const one = '{{data.name}} {{#each data.list}}{{this}}{{/each}}';
    const rendered = await renderParts({
      subject: one,
      html: one,
      txt: one,
      data: { name: 'Café & Söhne', list: [hostile] },
    });
    expect(rendered.subject).toBe(`Café & Söhne ${hostile}`);
    expect(rendered.text).toBe(`Café & Söhne ${hostile}`);
    expect(rendered.html).toBe('Café &amp; Söhne &lt;script&gt;alert(1)&lt;/script&gt;&quot;&#x27;&amp;');
  });

  it('R-7.2 escapes in partials, their arguments, and what helpers write', async () => {
    const { html } = await renderParts({
      html: '{{#> box title=data.name}}{{data.name}}{{/box}}{{link data.url}}',
      files: { '_partials/box.html.hbs': '<b title="{{title}}">{{> @partial-block}}</b>' },
      data: { name: hostile, url: 'https://example.com/?a=1&b="' },
    });
    expect(html).not.toContain('<script>');
    expect(html).toBe(
      '<b title="&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#x27;&amp;">&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#x27;&amp;</b>https://example.com/?a&#x3D;1&amp;b&#x3D;%22',
    );
  });

  it('R-7.2 keeps accents and Devanagari as they are', async () => {
    const one = '{{data.a}} {{recipient.name}}';
    const rendered = await renderParts({
      subject: one,
      html: one,
      txt: one,
      context: contextWith({ a: 'Søren Łódź' }, { recipient: { name: 'सीता शर्मा' } }),
    });
    expect(rendered).toMatchObject({
      subject: 'Søren Łódź सीता शर्मा',
      html: 'Søren Łódź सीता शर्मा',
      text: 'Søren Łódź सीता शर्मा',
    });
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '//example.com/x', '/reset', 'reset', 5, { href: 'https://x' }])(
    'R-7.2 refuses %j as a link',
    async (url) => {
      await expect(renderParts({ html: '<a href="{{link data.url}}">', data: { url } })).rejects.toThrow(
        'link data.url needs an absolute http or https address',
      );
    },
  );
});

describe('R-7.2 a subject is one line', () => {
  it.each([
    '\r\nBcc: all@example.com',
    '\nBcc: all@example.com',
    '\rBcc: all@example.com',
    '\u2028Bcc: all@example.com',
    '\u0085\u0000 Bcc: all@example.com',
  ])('R-7.2 turns the break in %j into a space', async (name) => {
    const { subject } = await renderParts({ subject: '\n Low: {{data.name}} \n', data: { name } });
    expect(subject).toBe('Low: Bcc: all@example.com');
  });
});

describe('R-7.3 one locale a message', () => {
  const part = (locale: string) => ({
    [`stock.low/email.${locale}.subject.hbs`]: `${locale} {{number data.n}}`,
    [`stock.low/email.${locale}.html.hbs`]: `${locale} {{@locale}} {{> words}}`,
    [`stock.low/email.${locale}.txt.hbs`]: `${locale} {{date occurredAt}}`,
    [`_partials/words.${locale}.html.hbs`]: `words of ${locale}`,
  });
  const files = { ...part('en'), ...part('ne'), ...part('pt-BR') };
  const written: [string, string, string][] = [
    ['en', 'en', 'en 124,300.5'],
    ['en-IN', 'en', 'en 1,24,300.5'],
    ['ne-NP', 'ne', 'ne १,२४,३००.५'],
    ['ne', 'ne', 'ne १,२४,३००.५'],
    ['pt-BR', 'pt-BR', 'pt-BR 124.300,5'],
    ['pt-PT', 'en', 'en 124,300.5'],
    ['de-CH', 'en', 'en 124,300.5'],
    ['NE-np', 'ne', 'ne १,२४,३००.५'],
    ['ne_NP', 'en', 'en 124,300.5'],
    ['tlh', 'en', 'en 124,300.5'],
  ];
  it.each(written)('R-7.3 writes to %s in %s', async (asked, locale, subject) => {
    const rendered = await renderParts({ files, locale: asked, data: { n: 124300.5 } });
    expect(rendered).toMatchObject({ locale, subject, html: `${locale} ${locale} words of ${locale}` });
  });
});

describe('R-7.3 numbers, money and dates', () => {
  const write = async (expression: string, data: Record<string, unknown>, locale = 'en', timezone = 'UTC') =>
    (await renderParts({ txt: `{{${expression}}}`, data, locale, timezone })).text;

  const money: [unknown, string, string, string][] = [
    [124300, 'NPR', 'en-IN', 'NPR 1,24,300.00'],
    [1250.5, 'EUR', 'en', 'EUR 1,250.50'],
    [1000, 'JPY', 'en', 'JPY 1,000'],
    [-12.5, 'USD', 'en', '-USD 12.50'],
    [0.0925, 'EUR', 'en', 'EUR 0.0925'],
    [0.1 + 0.2, 'EUR', 'en', 'EUR 0.30'],
    ['90071992547409931.25', 'NPR', 'en', 'NPR 90,071,992,547,409,931.25'],
  ];
  it.each(money)('R-7.3 writes %s %s to %s as %s, with plain spaces', async (amount, currency, locale, expected) => {
    expect(await write('money data.amount data.currency', { amount, currency }, locale)).toBe(expected);
  });

  it('keeps the no-break space in HTML, where it does its work', async () => {
    const { html } = await renderParts({ html: '{{money data.a "NPR"}}', data: { a: 5 } });
    expect(html).toBe('NPR\u00a05.00');
  });

  it.each([
    ['1,250', 'NPR'],
    ['', 'NPR'],
    [true, 'NPR'],
    [5, 'npr'],
    [5, 'RUPEE'],
    [5, 5],
  ])('refuses money %j %j', async (amount, currency) => {
    await expect(write('money data.amount data.currency', { amount, currency })).rejects.toThrow(
      /money data\.amount data\.currency needs /,
    );
  });

  it('R-7.3 writes an instant in the recipient’s zone and says which', async () => {
    const at = { at: '2026-11-30T20:15:00.000Z' };
    expect(await write('dateTime data.at', at, 'en-GB', 'Asia/Kathmandu')).toBe('1 December 2026 at 02:00 GMT+5:45');
    expect(await write('dateTime data.at', at, 'en', 'America/New_York')).toBe('November 30, 2026 at 15:15 EST');
    expect(await write('dateTime data.at', { at: '2026-11-30T00:05:00Z' }, 'en', 'UTC')).toBe(
      'November 30, 2026 at 00:05 UTC',
    );
    expect(await write('date data.at', at, 'en', 'Asia/Kathmandu')).toBe('December 1, 2026');
  });

  it('R-7.3 leaves a calendar day where it is, east and west', async () => {
    for (const zone of ['Pacific/Kiritimati', 'UTC', 'Pacific/Pago_Pago'])
      expect(await write('date data.day', { day: '2026-12-10' }, 'en', zone)).toBe('December 10, 2026');
  });

  it.each(['2026-02-30', '2026-11-30T08:15:00', 'tomorrow', 1764490500000, ''])('refuses the date %j', async (at) => {
    await expect(write('date data.at', { at })).rejects.toThrow(
      'date data.at needs a day or an instant with an offset',
    );
  });

  it('refuses an unknown time zone instead of taking the host’s', async () => {
    await expect(write('dateTime occurredAt', {}, 'en', 'Mars/Olympus')).rejects.toThrow(
      'dateTime occurredAt needs a known time zone',
    );
  });
});

describe('maskSecrets', () => {
  it('hides what the manifest calls secret in every part, and leaves the context as it was', async () => {
    const files = {
      'stock.low/manifest.json': JSON.stringify({
        ...JSON.parse(MANIFEST),
        secret: ['data.link', 'data.codes.1', 'data.absent'],
      }),
      'stock.low/email.en.html.hbs': '<a href="{{link data.link}}">{{data.codes.[0]}} {{data.codes.[1]}}</a>',
      'stock.low/email.en.txt.hbs': '{{link data.link}} {{data.codes.[1]}}',
    };
    const type = typeNamed(await loadFiles(files), 'stock.low');
    const context = contextWith({ link: 'https://example.com/t0ken', codes: ['a', 'b'] });
    const shown = renderMessage(type, 'email', { locale: 'en', timezone: 'UTC', context: maskSecrets(type, context) });
    expect(shown.html).toBe('<a href="••••••">a ••••••</a>');
    expect(shown.text).toBe('•••••• ••••••');
    expect(context.data).toEqual({ link: 'https://example.com/t0ken', codes: ['a', 'b'] });
  });
});

it('says that a channel is missing as a template error, as it would of a variable', async () => {
  const type = typeNamed(await loadFiles(), 'stock.low');
  const without = { ...type, channels: new Map() };
  expect(() => renderMessage(without, 'email', { locale: 'en', timezone: 'UTC', context: contextWith({}) })).toThrow(
    'email.en.subject.hbs:1: the template does not exist',
  );
});
