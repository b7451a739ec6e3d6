import { describe, expect, it } from 'vitest';
import { TemplateError } from '../template-error.js';
import { contextWith, renderParts } from '../testing/load-files.js';

const failure = async (rendering: Parameters<typeof renderParts>[0]): Promise<TemplateError> => {
  const outcome = await renderParts(rendering).catch((error: unknown) => error);
  if (!(outcome instanceof TemplateError)) throw new Error('this renders');
  return outcome;
};

describe('R-7.2 what is missing is an error, wherever it stands', () => {
  const inner = { '_partials/row.html.hbs': '\n<b>{{data.secretName}}</b>' };
  const faults: [string, Parameters<typeof renderParts>[0], Partial<TemplateError>][] = [
    ['in a mustache', { html: 'a\nb {{data.name}}' }, { line: 2, expression: 'data.name' }],
    ['below something missing', { html: '{{data.supplier.name}}' }, { expression: 'data.supplier.name' }],
    ['null in a mustache', { html: '{{data.name}}', data: { name: null } }, { expression: 'data.name' }],
    ['below null', { html: '{{data.a.b}}', data: { a: null } }, { expression: 'data.a.b' }],
    ['in #if', { html: '\n{{#if data.urgent}}!{{/if}}' }, { line: 2, expression: 'data.urgent' }],
    ['null in #if', { html: '{{#if data.urgent}}!{{/if}}', data: { urgent: null } }, { expression: 'data.urgent' }],
    ['in #unless', { html: '{{#unless data.urgent}}!{{/unless}}' }, { expression: 'data.urgent' }],
    [
      'in {{else if}}',
      { html: '{{#if data.a}}{{else if data.b}}{{/if}}', data: { a: false } },
      { expression: 'data.b' },
    ],
    ['in #each', { html: '{{#each data.lines}}x{{/each}}' }, { expression: 'data.lines' }],
    ['null in #each', { html: '{{#each data.lines}}x{{/each}}', data: { lines: null } }, { expression: 'data.lines' }],
    [
      'in an item of #each',
      { html: '{{#each data.lines}}\n{{sku}}{{/each}}', data: { lines: [{ sku: 'A' }, {}] } },
      { line: 2, expression: 'sku' },
    ],
    ['in #with', { html: '{{#with data.supplier}}x{{/with}}' }, { expression: 'data.supplier' }],
    [
      'in an argument of a helper',
      { html: '{{money data.total data.currency}}', data: { total: 5 } },
      { expression: 'data.currency' },
    ],
    [
      'in a partial',
      { html: '{{> row}}', files: inner },
      { template: '_partials/row.html.hbs', line: 2, expression: 'data.secretName' },
    ],
    [
      'in a named argument of a partial',
      { html: '\n\n{{> cell title=data.title}}', files: { '_partials/cell.html.hbs': '{{title}}' } },
      { template: 'stock.low/email.en.html.hbs', line: 3, expression: 'data.title' },
    ],
    [
      'an argument that a partial was not given',
      { html: '{{> cell}}', files: { '_partials/cell.html.hbs': '\n{{title}}' } },
      { template: '_partials/cell.html.hbs', line: 2, expression: 'title' },
    ],
    ['a parent that is not there', { html: '{{../data.x}}' }, { expression: '../data.x' }],
    ['@index outside of #each', { html: '{{@index}}' }, { expression: '@index' }],
    ['in a subject', { subject: '{{data.name}}' }, { template: 'stock.low/email.en.subject.hbs' }],
    ['in a text part', { txt: '{{data.name}}' }, { template: 'stock.low/email.en.txt.hbs' }],
  ];

  it.each(faults)('R-7.2 %s', async (_where, rendering, expected) => {
    const error = await failure(rendering);
    expect(error).toMatchObject(expected);
    expect(error.message).toMatch(/is missing$|is null$/);
    expect(error.version).toMatch(/^[0-9a-f]{12}$/);
  });

  it('R-7.2 names template, line and expression, and no value of the data', async () => {
    const error = await failure({
      html: '\n{{money data.total data.currency}}',
      data: { total: 'Sita-9841', currency: 'NPR' },
    });
    expect(error.message).toBe(
      'stock.low/email.en.html.hbs:2: money data.total data.currency needs a number, or a decimal in a string such as "1250.50"',
    );
    const data = Object.defineProperty({}, 'total', {
      get: () => {
        throw new Error('Sita-9841');
      },
    });
    const unknown = await failure({ html: '{{data.total}}', data });
    expect(unknown.message).toBe('stock.low/email.en.html.hbs:1: the template could not be rendered (Error)');
  });

  const misuses: [string, string, unknown][] = [
    ['an object is not text', '{{data.x}}', { a: 1 }],
    ['a list is not text', '{{data.x}}', ['a']],
    ['a boolean is not text', '{{data.x}}', true],
    ['text is not a list', '{{#each data.x}}{{this}}{{/each}}', 'abc'],
    ['an object is not a list', '{{#each data.x}}{{this}}{{/each}}', { a: 1 }],
  ];
  it.each(misuses)('R-7.2 %s', async (_what, html, x) => {
    expect((await failure({ html, data: { x } })).message).toMatch(/data\.x is not (text or a number|a list)$/);
  });
});

describe('R-7.2 what may be missing says so', () => {
  it('R-7.2 prints, tests and lists an optional variable that is absent, null or present', async () => {
    const html =
      '[{{optional data.note}}|{{#if (optional data.note)}}yes{{else}}no{{/if}}|{{#each (optional data.tags)}}{{this}}{{else}}none{{/each}}]';
    expect((await renderParts({ html })).html).toBe('[|no|none]');
    expect((await renderParts({ html, data: { note: null, tags: null } })).html).toBe('[|no|none]');
    expect((await renderParts({ html, data: { note: 'n', tags: ['a', 'b'] } })).html).toBe('[n|yes|ab]');
  });

  it('R-7.2 does not accept an object for optional text', async () => {
    await failure({ html: '{{optional data.note}}', data: { note: {} } });
  });

  it('takes zero, false and the empty string for values', async () => {
    const html = '{{data.zero}}{{data.empty}}{{#if data.no}}a{{else}}b{{/if}}{{#each data.none}}c{{else}}d{{/each}}';
    expect((await renderParts({ html, data: { zero: 0, empty: '', no: false, none: [] } })).html).toBe('0bd');
  });

  it('reaches the outer data from within #each, and blocks of partials by @root', async () => {
    const rendered = await renderParts({
      html: '{{#each data.lines}}{{@index}}{{sku}}{{../data.cur}}{{#> cell n=qty}}{{@root.data.cur}}{{/cell}}{{/each}}',
      files: { '_partials/cell.html.hbs': '<{{n}}{{> @partial-block}}>' },
      data: { cur: 'NPR', lines: [{ sku: 'A', qty: 2 }] },
    });
    expect(rendered.html).toBe('0ANPR<2NPR>');
  });
});

describe('R-7.2 no prototype access', () => {
  it.each(['toString', 'data.hasOwnProperty', 'data.list.map', 'data.name.length', 'data.valueOf.name'])(
    'R-7.2 {{%s}} is missing',
    async (path) => {
      const error = await failure({ html: `{{${path}}}`, data: { list: [], name: 'abc' } });
      expect(error.message).toMatch(/is missing$/);
    },
  );

  it('R-7.2 reads an own key of that name, and the length of a list', async () => {
    const rendered = await renderParts({
      html: '{{data.toString}} {{data.list.length}}',
      data: { toString: 'own', list: [1, 2] },
    });
    expect(rendered.html).toBe('own 2');
  });

  it('R-7.2 does not let data replace a helper or a partial', async () => {
    const context = contextWith({ total: 5 }, { money: 'x', number: 'y', row: 'z' } as object);
    const rendered = await renderParts({
      html: '{{number data.total}}{{> row}}',
      files: { '_partials/row.html.hbs': '!' },
      context,
    });
    expect(rendered.html).toBe('5!');
  });
});
