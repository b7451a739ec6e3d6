import { describe, expect, it } from 'vitest';
import { loadFiles, MANIFEST, renderChannel } from '../testing/load-files.js';

const hostile = 'Café & <b>"Söhne"</b>';
const broken = 'one\r\nBcc: two\u2028three\u0000\tfour\u0007';

const approved = {
  'stock.low/manifest.json': JSON.stringify({ ...JSON.parse(MANIFEST), whatsapp: { template: 'stock_low' } }),
};

describe('R-7.2 text is text in every channel', () => {
  it('R-7.2 escapes nothing in an SMS, a WhatsApp message, a push, a card', async () => {
    const one = '{{data.name}}';
    const given = { data: { name: hostile }, files: approved };
    expect((await renderChannel('sms', { txt: one }, { data: given.data })).text).toBe(hostile);
    expect(await renderChannel('whatsapp', { txt: one, params: one }, given)).toMatchObject({
      text: hostile,
      template: { parameters: [hostile] },
    });
    for (const channel of ['push', 'inapp'] as const)
      expect(await renderChannel(channel, { title: one, body: one }, { data: given.data })).toEqual({
        channel,
        title: hostile,
        body: hostile,
        url: null,
        locale: 'en',
      });
  });

  it('R-7.2 writes what Intl writes with plain spaces, which GSM-7 has', async () => {
    const { text } = await renderChannel('sms', { txt: '{{money data.a "NPR"}}' }, { data: { a: 5 } });
    expect(text).toBe('NPR 5.00');
  });

  it('keeps the breaks of an SMS as line feeds, without control characters and blanks around', async () => {
    const { text } = await renderChannel('sms', { txt: '\n  a {{data.x}} \nb\n\n' }, { data: { x: broken } });
    expect(text).toBe('a one\nBcc: two\nthree four\nb');
  });

  it('writes a title on one line, and a body as it is', async () => {
    const { title, body } = await renderChannel(
      'push',
      { title: '{{data.x}}', body: '{{data.x}}' },
      { data: { x: broken } },
    );
    expect(title).toBe('one Bcc: two three four');
    expect(body).toBe('one\nBcc: two\nthree four');
  });
});

describe('a WhatsApp message', () => {
  const parameters = async (params: string, data: Record<string, unknown>) =>
    (await renderChannel('whatsapp', { txt: 'x', params }, { data, files: approved })).template?.parameters;

  it('names the approved template, and its language as Meta writes it', async () => {
    const files = {
      ...approved,
      ...Object.fromEntries(
        ['whatsapp.pt-BR.txt', 'email.pt-BR.subject', 'email.pt-BR.html', 'email.pt-BR.txt'].map((file) => [
          `stock.low/${file}.hbs`,
          'Estoque',
        ]),
      ),
    };
    expect(await renderChannel('whatsapp', { txt: 'Low' }, { files, locale: 'pt-BR' })).toEqual({
      channel: 'whatsapp',
      text: 'Estoque',
      template: { name: 'stock_low', language: 'pt_BR', parameters: [] },
      locale: 'pt-BR',
    });
  });

  it('is free text where the manifest names no template', async () => {
    expect(await renderChannel('whatsapp', { txt: 'Low' })).toMatchObject({ text: 'Low', template: null });
  });

  it('has a parameter for each line, whatever breaks, tabs and spaces the data brings', async () => {
    const data = { a: broken, b: 'x      y', n: 1250.5 };
    expect(await parameters('{{data.a}}\n  {{data.b}}  \n{{number data.n}} pcs\n', data)).toEqual([
      'one Bcc: two three four',
      'x y',
      '1,250.5 pcs',
    ]);
  });

  it('has a parameter for each item of a list, and words of partials', async () => {
    const files = { ...approved, '_partials/unit.en.txt.hbs': '{{number n}} pcs' };
    const rendered = await renderChannel(
      'whatsapp',
      { txt: 'x', params: '{{#each data.lines}}\n{{sku}}\n{{/each}}\n{{> unit n=data.n}}' },
      { data: { lines: [{ sku: 'A\nB' }, { sku: 'C' }], n: 2 }, files },
    );
    expect(rendered.template?.parameters).toEqual(['A B', 'C', '2 pcs']);
  });

  it.each([
    ['in the middle', 'a\n{{data.x}}\nb', 2],
    ['at the beginning', '{{data.x}}\nb\n', 1],
    ['at the end', 'a\n{{data.x}}\n', 2],
    ['in the middle, of blanks', 'a\n {{data.x}} \nb', 2],
  ])('R-7.2 is a template error with an empty parameter %s', async (_where, params, n) => {
    await expect(parameters(params, { x: '' })).rejects.toThrow(
      `stock.low/whatsapp.en.params.hbs:1: the template leaves parameter ${n} empty`,
    );
  });
});

describe('where a push or a card leads', () => {
  const urlOf = async (url: string, data: Record<string, unknown> = {}) =>
    (await renderChannel('inapp', { title: 'x', body: 'x', url }, { data })).url;

  it('is an absolute web address, or nothing', async () => {
    expect(await urlOf('{{link data.url}}\n', { url: 'https://erp.example/x?a=1&b=2' })).toBe(
      'https://erp.example/x?a=1&b=2',
    );
    expect(await urlOf('{{#if (optional data.url)}}{{link data.url}}{{/if}}')).toBeNull();
  });

  it.each(['javascript:alert(1)', '/orders/1', 'data:text/html,x', 'mailto:a@example.com'])(
    'R-7.2 is never %s, though the template forgot to say link',
    async (url) => {
      await expect(urlOf('{{data.url}}', { url })).rejects.toThrow(
        'stock.low/inapp.en.url.hbs:1: the template is not an absolute http or https address',
      );
    },
  );
});

it('R-7.3 falls back by what the channel is written in, all parts in one locale', async () => {
  const files = {
    'stock.low/push.ne.title.hbs': 'कम',
    'stock.low/push.ne.body.hbs': '{{@locale}} {{number data.n}}',
  };
  const parts = { title: 'Low', body: '{{@locale}} {{number data.n}}' };
  expect(await renderChannel('push', parts, { files, locale: 'ne-NP', data: { n: 12 } })).toMatchObject({
    locale: 'ne',
    title: 'कम',
    body: 'ne १२',
  });
  expect(await renderChannel('sms', { txt: '{{@locale}}' }, { locale: 'ne-NP' })).toMatchObject({
    locale: 'en',
    text: 'en',
  });
});

it('R-10.3 writes the recipient’s own links where a template asks for them', async () => {
  const { text } = await renderChannel('sms', { txt: '{{link links.unsubscribe}} {{link links.preferences}}' });
  expect(text).toBe('https://crier.example/u?token=1 https://crier.example/p?token=1');
});

it('R-1.8 has a template for the channels that are written, and for no other', async () => {
  const type = (await loadFiles({ 'stock.low/sms.en.txt.hbs': 'x' })).types.get('stock.low');
  expect(['email', 'sms', 'push', 'fax', 'constructor'].map((channel) => type?.has(channel))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
