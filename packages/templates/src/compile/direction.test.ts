import { describe, expect, it } from 'vitest';
import { renderMessage } from '../render-message.js';
import { contextWith, loadFiles, renderParts, typeNamed } from '../testing/load-files.js';

const FSI = '\u2068';
const PDI = '\u2069';
const inArabic = (parts: Record<string, string>) =>
  Object.fromEntries(Object.entries(parts).map(([part, text]) => [`stock.low/email.ar.${part}.hbs`, text]));

/** The email of a type that is written in Arabic too. */
const arabic = async (parts: Record<string, string>, data: Record<string, unknown>) => {
  const files = inArabic({ subject: 'م', html: 'م', txt: 'م', ...parts });
  const context = contextWith(data);
  return renderParts({ files, locale: 'ar', data, context });
};

describe('R-7.6 a language that runs from right to left', () => {
  it('R-7.6 keeps the order of references, names and amounts by isolating them', async () => {
    const { subject, text } = await arabic(
      { subject: 'أمر {{data.id}}: {{money data.total "NPR"}}', txt: '{{#each data.names}}{{this}} {{/each}}.' },
      { id: 'PO-4482', total: 5, names: ['A-1', 'ب'] },
    );
    expect(subject).toBe(`أمر ${FSI}PO-4482${PDI}: ${FSI}\u200f5.00 NPR${PDI}`);
    expect(text).toBe(`${FSI}A-1${PDI} ${FSI}ب${PDI} .`);
  });

  it('R-7.6 adds nothing to addresses, attributes, and what is not there', async () => {
    const { html, text } = await arabic(
      {
        html: '<p title="{{data.id}}" lang="{{@locale}}"><a href="{{link data.url}}">{{data.id}}</a>{{optional data.no}}</p>',
        txt: '{{link data.url}} {{optional data.no}}{{data.empty}}.',
      },
      { id: 'A<1', url: 'https://x.example/a', empty: '' },
    );
    expect(html).toBe(`<p title="A&lt;1" lang="ar"><a href="https://x.example/a">${FSI}A&lt;1${PDI}</a></p>`);
    expect(text).toBe('https://x.example/a .');
  });

  it('R-7.6 adds nothing to where a tap leads', async () => {
    const push = { title: 'م', body: 'م', url: '{{data.url}}' };
    const files = Object.fromEntries(
      ['en', 'ar'].flatMap((locale) =>
        Object.entries(push).map(([part, text]) => [`stock.low/push.${locale}.${part}.hbs`, text]),
      ),
    );
    const type = typeNamed(await loadFiles(files), 'stock.low');
    const context = contextWith({ url: 'https://x.example/a' });
    expect(renderMessage(type, 'push', { locale: 'ar', timezone: 'UTC', context }).url).toBe('https://x.example/a');
  });

  it('R-7.6 is told to HTML by @dir, @start and @end, in partials and lists too', async () => {
    const files = {
      '_partials/cell.html.hbs': '<td align="{{@start}}">{{> @partial-block}}</td>',
      ...inArabic({ subject: 'م', txt: 'م', html: '{{#each data.x}}{{#> cell}}{{@dir}} {{@end}}{{/cell}}{{/each}}' }),
      'stock.low/email.en.html.hbs': '{{#> cell}}{{@dir}} {{@end}}{{/cell}}',
    };
    const render = (locale: string) => renderParts({ files, locale, context: contextWith({ x: [1] }) });
    expect((await render('ar')).html).toBe('<td align="right">rtl left</td>');
    expect((await render('en')).html).toBe('<td align="left">ltr right</td>');
  });

  it('leaves other languages alone', async () => {
    const { text } = await renderParts({ txt: '{{data.a}}', data: { a: 'عربي' } });
    expect(text).toBe('عربي');
  });
});
