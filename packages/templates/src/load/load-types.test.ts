import { describe, expect, it } from 'vitest';
import { loadFiles, loadProblems, MANIFEST, typeNamed } from '../testing/load-files.js';
import { loadTypes } from './load-types.js';

const manifestWith = (fields: object): string => JSON.stringify({ ...JSON.parse(MANIFEST), ...fields }, null, 2);

describe('R-7.1 a folder is a type', () => {
  it('R-7.1 adds a type for each folder, with no code that names it', async () => {
    const before = await loadFiles();
    const after = await loadFiles({
      'stock.gone/manifest.json': MANIFEST,
      'stock.gone/fixture.json':
        '{"entity":{"type":"item","id":"I-2","version":null},"occurredAt":"2026-11-30T08:15:00Z","recipient":{"name":null},"data":{}}',
      'stock.gone/email.en.subject.hbs': 'Stock gone',
      'stock.gone/email.en.html.hbs': 'Stock gone',
      'stock.gone/email.en.txt.hbs': 'Stock gone',
      'README.md': 'Loose files are left alone.',
    });
    expect([...before.types.keys()]).toEqual(['stock.low']);
    expect([...after.types.keys()]).toEqual(['stock.gone', 'stock.low']);
  });

  it('R-7.1 knows which channels a type has', async () => {
    const type = typeNamed(await loadFiles(), 'stock.low');
    expect(type.has('email')).toBe(true);
    expect(type.has('sms')).toBe(false);
  });

  it('resolves the defaults of a manifest', async () => {
    const bulk = await loadFiles({ 'stock.low/manifest.json': manifestWith({ lane: 'bulk' }) });
    expect(typeNamed(bulk, 'stock.low').manifest).toMatchObject({
      maxLane: 'bulk',
      onUnknown: 'hold',
      expiresInMs: null,
      collapseGroup: 'stock.low',
      whatsapp: null,
      smsMaxSegments: 1,
      onOverflow: 'send',
    });
    const timed = await loadFiles({ 'stock.low/manifest.json': manifestWith({ expiresIn: 'P1DT2H3M4S' }) });
    expect(typeNamed(timed, 'stock.low').manifest).toMatchObject({
      lane: 'transactional',
      maxLane: 'transactional',
      mandatory: false,
      onUnknown: 'resend',
      secret: [],
      expiresInMs: ((26 * 60 + 3) * 60 + 4) * 1000,
    });
  });
});

describe('the template version', () => {
  const versionOf = async (files: Record<string, string>) =>
    typeNamed(await loadFiles(files), 'stock.low').templateVersion;

  it('changes with every file that decides what is sent, and with no other', async () => {
    const first = await versionOf({});
    expect(first).toMatch(/^[0-9a-f]{12}$/);
    expect(await versionOf({})).toBe(first);
    expect(await versionOf({ 'stock.low/email.en.txt.hbs': 'Stock very low' })).not.toBe(first);
    expect(await versionOf({ 'stock.low/manifest.json': manifestWith({ lane: 'bulk' }) })).not.toBe(first);
    expect(await versionOf({ '_partials/frame.html.hbs': 'shared' })).not.toBe(first);
    const fixture =
      '{"entity":{"type":"item","id":"I-9","version":9},"occurredAt":"2026-11-30T08:15:00Z","recipient":{"name":null},"data":{}}';
    expect(await versionOf({ 'stock.low/fixture.json': fixture })).toBe(first);
  });
});

describe('R-7.1 a broken type stops the start with file and line', () => {
  const html = (text: string) => ({ 'stock.low/email.en.html.hbs': text });
  const faults: [string, Record<string, string | null>, RegExp][] = [
    [
      'broken JSON',
      { 'stock.low/manifest.json': '{\n  "lane": "bulk",\n  "channels": [}\n' },
      /manifest\.json:3: broken JSON/,
    ],
    ['JSON that ends early', { 'stock.low/manifest.json': '{\n  "lane":\n' }, /manifest\.json:2: broken JSON/],
    [
      'an unknown field',
      { 'stock.low/manifest.json': manifestWith({ lanes: 'bulk' }) },
      /manifest\.json:8: lanes: unknown field/,
    ],
    ['an unknown lane', { 'stock.low/manifest.json': manifestWith({ lane: 'slow' }) }, /manifest\.json:4: lane: /],
    [
      'a missing field',
      { 'stock.low/manifest.json': manifestWith({ category: undefined }) },
      /manifest\.json:1: category: /,
    ],
    [
      'an unknown channel',
      { 'stock.low/manifest.json': manifestWith({ channels: ['email', 'fax'] }) },
      /manifest\.json:7: channels\.1: /,
    ],
    [
      'a maxLane below the lane',
      { 'stock.low/manifest.json': manifestWith({ maxLane: 'bulk' }) },
      /manifest\.json:8: maxLane: must not be below/,
    ],
    [
      'no duration',
      { 'stock.low/manifest.json': manifestWith({ expiresIn: '15 min' }) },
      /manifest\.json:8: expiresIn: .*PT15M/,
    ],
    [
      'a default channel without a template',
      { 'stock.low/manifest.json': manifestWith({ channels: ['email', 'sms'] }) },
      /manifest\.json:5: channels: there is no sms\.en template/,
    ],
    [
      'a sender that is no address',
      { 'stock.low/manifest.json': manifestWith({ from: 'Orders <orders@example.com>' }) },
      /manifest\.json:8: from: must be an email address/,
    ],
    [
      'more SMS segments without a reason',
      { 'stock.low/manifest.json': manifestWith({ smsMaxSegments: 2 }) },
      /manifest\.json:8: smsMaxSegments: .*smsMaxSegmentsReason/,
    ],
    [
      'an approved template of WhatsApp without a text',
      { 'stock.low/manifest.json': manifestWith({ whatsapp: { template: 'stock_low' } }) },
      /manifest\.json:8: whatsapp: there is no whatsapp\.en template/,
    ],
    [
      'parameters of WhatsApp for no approved template',
      { 'stock.low/whatsapp.en.txt.hbs': 'x', 'stock.low/whatsapp.en.params.hbs': 'x' },
      /manifest\.json:1: whatsapp: must name the approved template/,
    ],
    [
      'a push without a body',
      { 'stock.low/push.en.title.hbs': 'x' },
      /push\.en\.body\.hbs:1: is missing: push needs its body/,
    ],
    [
      'a part of another channel',
      { 'stock.low/sms.en.subject.hbs': 'x' },
      /sms\.en\.subject\.hbs:1: a template is named/,
    ],
    ['no manifest', { 'stock.low/manifest.json': null }, /manifest\.json:1: is missing/],
    ['no fixture', { 'stock.low/fixture.json': null }, /fixture\.json:1: is missing/],
    ['a broken fixture', { 'stock.low/fixture.json': '{\n"data": 5\n}' }, /fixture\.json:2: data: /],
    ['an email without a text part', { 'stock.low/email.en.txt.hbs': null }, /email\.en\.txt\.hbs:1: is missing/],
    [
      'no default locale',
      {
        'stock.low/email.en.txt.hbs': null,
        'stock.low/email.en.html.hbs': null,
        'stock.low/email.en.subject.hbs': null,
        'stock.low/email.ne.txt.hbs': 'x',
        'stock.low/email.ne.html.hbs': 'x',
        'stock.low/email.ne.subject.hbs': 'x',
      },
      /email\.en\.subject\.hbs:1: is missing: .* default locale/,
    ],
    [
      'a locale that Intl does not know',
      { 'stock.low/email.xx.txt.hbs': 'x' },
      /email\.xx\.txt\.hbs:1: a template is named/,
    ],
    ['a misspelt file name', { 'stock.low/email.en.htm.hbs': 'x' }, /email\.en\.htm\.hbs:1: a template is named/],
    ['a misspelt folder name', { 'Stock/manifest.json': MANIFEST }, /Stock:1: a type is named/],
    ['an unclosed block', html('<p>\n{{#if data.x}}\n</p>'), /email\.en\.html\.hbs:3: Expecting/],
    [
      'a block closed by another',
      html('\n\n{{#if data.x}}{{/each}}'),
      /email\.en\.html\.hbs:3: if doesn't match each$/,
    ],
    ['an unclosed mustache', html('a\n{{data.x}\nb'), /email\.en\.html\.hbs:2: /],
    ['an unknown helper', html('a\n{{shout data.x}}'), /email\.en\.html\.hbs:2: there is no helper "shout"/],
    [
      'an unknown helper within an argument',
      html('\n{{number (double data.x)}}'),
      /email\.en\.html\.hbs:2: there is no helper "double"/,
    ],
    [
      'an unknown block helper',
      html('\n\n{{#data.x}}b{{/data.x}}'),
      /email\.en\.html\.hbs:3: there is no block helper "data\.x"/,
    ],
    ['the helper lookup, which reads any key', html('{{lookup data "constructor"}}'), /there is no helper "lookup"/],
    [
      'too few arguments',
      html('\n{{money data.x}}'),
      /email\.en\.html\.hbs:2: money takes 2 arguments: amount, currency/,
    ],
    ['an unknown partial', html('\n{{> frame}}'), /email\.en\.html\.hbs:2: there is no partial "frame"/],
    [
      'an unknown partial with a block',
      html('\n{{#> frame}}x{{/frame}}'),
      /email\.en\.html\.hbs:2: there is no partial "frame"/,
    ],
    [
      'a partial of another language',
      { ...html('{{> foot}}'), '_partials/foot.ne.html.hbs': 'x' },
      /email\.en\.html\.hbs:1: there is no partial "foot"/,
    ],
    [
      'a partial of the other kind',
      { ...html('{{> foot}}'), '_partials/foot.txt.hbs': 'x' },
      /email\.en\.html\.hbs:1: there is no partial "foot"/,
    ],
    [
      'a broken partial',
      { ...html('{{> foot}}'), '_partials/foot.html.hbs': '\n\n{{nope 1}}' },
      /_partials\/foot\.html\.hbs:3: there is no helper "nope"/,
    ],
    [
      'a partial that includes itself',
      { ...html('{{> a}}'), '_partials/a.html.hbs': '{{> b}}', '_partials/b.html.hbs': '\n{{> a}}' },
      /_partials\/b\.html\.hbs:2: the partial "a" includes itself/,
    ],
    [
      'an argument that a partial does not use',
      { ...html('\n{{> a titel="x"}}'), '_partials/a.html.hbs': '{{title}}' },
      /email\.en\.html\.hbs:2: the partial "a" has no argument "titel"/,
    ],
    [
      'a partial without the block it needs',
      { ...html('\n{{> a}}'), '_partials/a.html.hbs': '{{> @partial-block}}' },
      /email\.en\.html\.hbs:2: the partial "a" needs a block/,
    ],
    [
      'a block that a partial does not use',
      { ...html('\n{{#> a}}x{{/a}}'), '_partials/a.html.hbs': 'a' },
      /email\.en\.html\.hbs:2: the partial "a" takes no block/,
    ],
    [
      'a partial with a context',
      { ...html('\n{{> a data.x}}'), '_partials/a.html.hbs': 'a' },
      /email\.en\.html\.hbs:2: a partial takes named arguments only/,
    ],
    [
      '@partial-block outside of a partial',
      html('\n{{> @partial-block}}'),
      /email\.en\.html\.hbs:2: @partial-block is for/,
    ],
    [
      'a field of an argument that is a word',
      { ...html('{{> a title="x"}}'), '_partials/a.html.hbs': '\n{{title.length}}' },
      /_partials\/a\.html\.hbs:2: the argument "title" is a value without fields/,
    ],
    [
      'a partial with a syntax error',
      { '_partials/a.html.hbs': '\n{{#if x}}' },
      /_partials\/a\.html\.hbs:2: Expecting/,
    ],
    ['a misspelt name of a partial', { '_partials/a.hbs': 'x' }, /_partials\/a\.hbs:1: a partial is named/],
    ['a dynamic partial', html('{{> (optional data.x)}}'), /a partial is called by its name/],
    ['unescaped output', html('\n{{{data.x}}}'), /email\.en\.html\.hbs:2: unescaped output/],
    ['unescaped output by &', html('\n{{&data.x}}'), /email\.en\.html\.hbs:2: unescaped output/],
    ['a decorator', html('{{#*inline "x"}}y{{/inline}}'), /decorators and inline partials/],
    ['{{constructor}}', html('\n{{constructor}}'), /email\.en\.html\.hbs:2: "constructor" is a reserved name/],
    ['{{__proto__}}', html('\n{{data.__proto__.x}}'), /email\.en\.html\.hbs:2: "__proto__" is a reserved name/],
    ['an unknown @variable', html('\n{{@settings}}'), /email\.en\.html\.hbs:2: @settings is not a variable/],
  ];

  it.each(faults)('R-7.1 names file and line of %s', async (_what, files, expected) => {
    const problems = await loadProblems(files);
    expect(problems.filter((problem) => expected.test(problem))).toHaveLength(1);
  });

  it('R-7.1 lists every problem at once, each with the path as it was given', async () => {
    const problems = await loadProblems({ 'stock.low/email.en.txt.hbs': null, ...html('{{nope 1}}') });
    expect(problems).toHaveLength(2);
    await expect(loadTypes('no/such/folder')).rejects.toThrow('no/such/folder:1: there is no such templates folder');
  });
});
