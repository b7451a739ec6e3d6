import { describe, expect, it } from 'vitest';
import { renderParts } from '../testing/load-files.js';

const html = async (source: string, partials: Record<string, string>, data: Record<string, unknown> = {}) => {
  const files = Object.fromEntries(
    Object.entries(partials).map(([name, text]) => [`_partials/${name}.html.hbs`, text]),
  );
  return (await renderParts({ html: source, files, data })).html;
};

describe('a partial', () => {
  it('prints its arguments: words, variables, and what helpers write', async () => {
    const row = { row: '[{{a}}|{{b}}|{{c}}|{{d}}]' };
    const source = '{{> row a="R & D" b=data.name c=(money data.total "NPR") d=7}}';
    expect(await html(source, row, { name: '<Zoë>', total: 5 })).toBe('[R &amp; D|&lt;Zoë&gt;|NPR\u00a05.00|7]');
  });

  it('hands its arguments to helpers, conditions and the fields of objects', async () => {
    const row = { row: '{{money amount cur}} {{#if bold}}b{{else}}n{{/if}} {{who.name}} {{number (optional amount)}}' };
    const source = '{{> row amount=data.total cur="NPR" bold="yes" who=data.buyer}}';
    expect(await html(source, row, { total: 5, buyer: { name: 'Søren' } })).toBe('NPR\u00a05.00 b Søren 5');
  });

  it('may leave an argument optional', async () => {
    const row = { row: '{{#if (optional hint)}}({{hint}}){{else}}-{{/if}}' };
    expect(await html('{{> row}}{{> row hint="x"}}{{> row hint=data.h}}', row, { h: 'y' })).toBe('-(x)(y)');
  });

  it('takes its arguments from the item inside of #each', async () => {
    const row = { row: '<{{title}}>' };
    const source = '{{#each data.lines}}{{> row title=name}}{{/each}}';
    expect(await html(source, row, { lines: [{ name: 'a' }, { name: 'b' }] })).toBe('<a><b>');
  });

  it('shares its arguments with the partials and the block within it, but never over an item of #each', async () => {
    const partials = { frame: '{{> foot}}{{> @partial-block}}', foot: '({{accent}})' };
    const source = '{{#> frame accent="red"}}{{accent}} {{#each data.lines}}{{accent}}{{/each}}{{/frame}}';
    expect(await html(source, partials, { lines: [{ accent: 'blue' }] })).toBe('(red)red blue');
  });

  it('places blocks within blocks, each once for each place', async () => {
    const partials = {
      box: '<{{> @partial-block}}>',
      twice: '{{> @partial-block}}{{#> box}}{{> @partial-block}}{{/box}}',
    };
    expect(await html('{{#> twice}}{{#> box}}{{data.x}}{{/box}}{{/twice}}', partials, { x: 1 })).toBe('<1><<1>>');
  });
});
