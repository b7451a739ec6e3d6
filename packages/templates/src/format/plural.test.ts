import { describe, expect, it } from 'vitest';
import { contextWith, loadProblems, renderParts } from '../testing/load-files.js';

const en = '{{plural data.n one="# package" other="# packages"}}';
const ar = '{{plural data.n zero="لا طرود" one="طرد" two="طردان" few="# طرود" many="# طردًا" other="# طرد"}}';
const ARABIC = { 'stock.low/email.ar.subject.hbs': 'م', 'stock.low/email.ar.html.hbs': 'م' };

describe('R-7.3 plural', () => {
  it.each([
    [0, '0 packages'],
    [1, '1 package'],
    [2, '2 packages'],
    [1200, '1,200 packages'],
    ['1', '1 package'],
  ])('R-7.3 of %s is %s', async (n, expected) => {
    expect((await renderParts({ txt: en, data: { n } })).text).toBe(expected);
  });

  it.each([
    [0, 'لا طرود'],
    [1, 'طرد'],
    [2, 'طردان'],
    [3, '3 طرود'],
    [11, '11 طردًا'],
    [100, '100 طرد'],
  ])('R-7.3 of %s has its own form in Arabic', async (n, expected) => {
    const files = { ...ARABIC, 'stock.low/email.ar.txt.hbs': ar };
    expect((await renderParts({ files, locale: 'ar', context: contextWith({ n }) })).text).toBe(expected);
  });

  it.each([
    ['{{plural data.n other="#"}}', 'plural lacks one: en has one, other'],
    ['{{plural data.n one="#" few="#" other="#"}}', 'plural: en has no form "few"'],
    ['{{plural data.n one=data.x other="#"}}', 'plural takes its forms as texts'],
    ['{{plural one="#" other="#"}}', 'plural takes 1 arguments: count'],
  ])('refuses %s while loading', async (txt, expected) => {
    expect(await loadProblems({ 'stock.low/email.en.txt.hbs': txt })).toEqual([
      `stock.low/email.en.txt.hbs:1: ${expected}`,
    ]);
  });

  it('R-7.2 refuses what is no number', async () => {
    await expect(renderParts({ txt: en, data: { n: 'many' } })).rejects.toThrow(
      /stock.low\/email.en.txt.hbs:1: plural data.n .* needs a number/,
    );
  });
});
