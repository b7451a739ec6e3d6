import { describe, expect, it } from 'vitest';
import { checkTypes } from './check-types.js';
import { loadFiles, MANIFEST } from './testing/load-files.js';

type Files = Record<string, string | null>;

const manifest = (fields: object): Files => ({
  'stock.low/manifest.json': JSON.stringify({ ...JSON.parse(MANIFEST), ...fields }),
});
const fixture = (data: object): Files => ({
  'stock.low/fixture.json': JSON.stringify({
    entity: { type: 'item', id: 'I-1', version: 1 },
    occurredAt: '2026-11-30T08:15:00Z',
    recipient: { name: null },
    data,
  }),
});
const parts = (channel: string, given: Record<string, string>, locale = 'en'): Files =>
  Object.fromEntries(Object.entries(given).map(([part, text]) => [`stock.low/${channel}.${locale}.${part}.hbs`, text]));
const sms = (text: string, locale?: string): Files => parts('sms', { txt: text }, locale);
const card = { title: '{{entity.id}} is low', body: 'Order some.' };

const problemsOf = async (files: Files) =>
  checkTypes(await loadFiles(files)).map(({ channel, locale, message }) => `${channel}.${locale}: ${message}`);

const ne = parts('email', { subject: '{{entity.id}} कम', html: 'कम', txt: '{{entity.id}} {{data.x}}' }, 'ne');
const other = Object.fromEntries(
  Object.entries({
    'manifest.json': MANIFEST,
    'fixture.json':
      '{"entity":{"type":"item","id":"I-2","version":1},"occurredAt":"2026-11-30T08:15:00Z","recipient":{"name":null},"data":{}}',
    'email.en.subject.hbs': '{{entity.id}} gone',
    'email.en.html.hbs': 'Gone',
    'email.en.txt.hbs': '{{entity.id}} gone',
  }).map(([file, text]) => [`stock.gone/${file}`, text]),
);

const faults: [string, Files, string][] = [
  [
    'an unknown variable',
    { 'stock.low/email.en.txt.hbs': 'a\n{{data.x}}' },
    'email.en: stock.low/email.en.txt.hbs:2: data.x is missing',
  ],
  ['an unknown variable of another locale', ne, 'email.ne: stock.low/email.ne.txt.hbs:1: data.x is missing'],
  [
    'a locale that other types have',
    { ...ne, 'stock.low/email.ne.txt.hbs': '{{entity.id}} कम', ...other },
    'email.ne: email is not written in ne, other types are',
  ],
  [
    'a locale that another channel of the type has',
    { ...sms('{{entity.id}} low'), ...sms('{{entity.id}} कम', 'ne') },
    'email.ne: email is not written in ne, other types are',
  ],
  [
    'an over-long subject',
    { ...manifest({ subjectMaxLength: 20 }), 'stock.low/email.en.subject.hbs': `{{entity.id}}${'x'.repeat(18)}` },
    'email.en: the subject has 21 characters, the manifest allows 20',
  ],
  ['an empty subject', { 'stock.low/email.en.subject.hbs': ' \n' }, 'email.en: the subject is empty'],
  ['an empty text part', { 'stock.low/email.en.txt.hbs': '\n' }, 'email.en: the txt part is empty'],
  [
    'a page that Gmail cuts off',
    { 'stock.low/email.en.html.hbs': 'ä'.repeat(51_201) },
    'email.en: the html part has 102402 octets, Gmail shows 102400',
  ],
  [
    'a layout that mail programs drop',
    { 'stock.low/email.en.html.hbs': '<div style="display: flex">Low</div>' },
    'email.en: the html part has display: flex, which mail programs drop',
  ],
  [
    'a script',
    { 'stock.low/email.en.html.hbs': '<script>1</script>' },
    'email.en: the html part has <script, which mail programs drop',
  ],
  ['an empty HTML part', { 'stock.low/email.en.html.hbs': '' }, 'email.en: the html part is empty'],
  [
    'a subject that does not say what it is about',
    { 'stock.low/email.en.subject.hbs': 'Something is low' },
    'email.en: the subject does not name I-1, which it is about',
  ],
  [
    'a secret that is not there',
    manifest({ secret: ['data.token'] }),
    'null.null: secret: the fixture has no data.token',
  ],
  ['an unknown variable of an SMS', sms('{{data.x}}'), 'sms.en: stock.low/sms.en.txt.hbs:1: data.x is missing'],
  ['an empty SMS', sms(' '), 'sms.en: the txt part is empty'],
  ['an SMS about nothing', sms('Low'), 'sms.en: the txt part does not name I-1, which it is about'],
  [
    'an SMS over the segments that are allowed',
    sms(`{{entity.id}}${'x'.repeat(158)}`),
    'sms.en: the txt part takes 2 segments, the manifest allows 1: 161 septets of GSM-7',
  ],
  [
    'an SMS over more segments',
    { ...sms(`{{entity.id}}${'x'.repeat(304)}`), ...manifest({ smsMaxSegments: 2, smsMaxSegmentsReason: 'A link.' }) },
    'sms.en: the txt part takes 3 segments, the manifest allows 2: 307 septets of GSM-7',
  ],
  [
    'the character that makes an SMS dearer, and where it is',
    sms(`{{entity.id}} is low, Łódź ${'x'.repeat(60)}`),
    'sms.en: the txt part takes 2 segments, the manifest allows 1: UCS-2 because of Ł (U+0141) at 12, after "I-1 is low, "',
  ],
  [
    'a Devanagari letter that slipped into an English SMS, though it still fits',
    sms('Stock of {{entity.id}} is lowक.'),
    'sms.en: the txt part is UCS-2 because of क (U+0915) at 19, after "f I-1 is low": 70 characters fit a segment, not 160',
  ],
  [
    'a curly quote',
    sms('{{entity.id}} is “low”'),
    'sms.en: the txt part is UCS-2 because of “ (U+201C) at 7, after "I-1 is ": 70 characters fit a segment, not 160',
  ],
  [
    'an SMS that only the longest usual values make dearer',
    {
      ...sms('{{entity.id}} {{optional data.note}}'),
      'stock.low/longest.json': JSON.stringify({ entity: { id: 'I-2' }, data: { note: 'x'.repeat(157) } }),
    },
    'sms.en: with longest.json: the txt part takes 2 segments, the manifest allows 1: 161 septets of GSM-7',
  ],
  ['an empty WhatsApp message', parts('whatsapp', { txt: '' }), 'whatsapp.en: the txt part is empty'],
  [
    'an empty parameter of WhatsApp',
    {
      ...parts('whatsapp', { txt: '{{entity.id}} low', params: 'a\n{{optional data.x}}\nb' }),
      ...manifest({ whatsapp: { template: 'stock_low' } }),
    },
    'whatsapp.en: stock.low/whatsapp.en.params.hbs:1: the template leaves parameter 2 empty',
  ],
  [
    'a WhatsApp message over what a template may have',
    {
      ...parts('whatsapp', { txt: `{{entity.id}}${'x'.repeat(1022)}` }),
      ...manifest({ whatsapp: { template: 'stock_low' } }),
    },
    'whatsapp.en: the txt part has 1025 characters, WhatsApp allows 1024',
  ],
  [
    'a one-time code of WhatsApp among other parameters',
    {
      ...parts('whatsapp', { txt: 'Your code', params: '{{entity.id}}\n12' }),
      ...manifest({ whatsapp: { template: 'stock_low', category: 'authentication' } }),
    },
    'whatsapp.en: the params part has 2 parameters, WhatsApp takes the code alone',
  ],
  [
    'no one-time code where WhatsApp wants one',
    {
      ...parts('whatsapp', { txt: 'Your code' }),
      ...manifest({ whatsapp: { template: 'stock_low', category: 'authentication' } }),
    },
    'whatsapp.en: the params part has 0 parameters, WhatsApp takes the code alone',
  ],
  [
    'a one-time code that is too long for WhatsApp',
    {
      ...parts('whatsapp', { txt: 'Your code', params: '1234567890123456' }),
      ...manifest({ whatsapp: { template: 'stock_low', category: 'authentication' } }),
    },
    'whatsapp.en: the params part has 16 characters, WhatsApp allows a code 15',
  ],
  ['an empty push title', parts('push', { title: '', body: '{{entity.id}} low' }), 'push.en: the title is empty'],
  [
    'a push about nothing',
    parts('push', { title: 'Low', body: 'Order some.' }),
    'push.en: the title and body does not name I-1, which it is about',
  ],
  [
    'an over-long push title',
    parts('push', { ...card, title: `{{entity.id}}${'x'.repeat(63)}` }),
    'push.en: the title has 66 characters, a phone shows 65',
  ],
  [
    'an over-long push body',
    parts('push', { ...card, body: 'x'.repeat(241) }),
    'push.en: the body has 241 characters, a phone shows 240',
  ],
  [
    'an over-long push payload',
    {
      ...parts('push', { ...card, url: '{{link data.url}}' }),
      ...fixture({ url: `https://x.example/${'x'.repeat(3584)}` }),
    },
    'push.en: the payload has 3654 octets, the vendors carry 3584 of ours',
  ],
  [
    'a push that leads nowhere on the web',
    { ...parts('push', { ...card, url: '{{data.url}}' }), ...fixture({ url: 'javascript:alert(1)' }) },
    'push.en: stock.low/push.en.url.hbs:1: the template is not an absolute http or https address',
  ],
  [
    'a secret on a lock screen',
    {
      ...parts('push', { ...card, body: 'Code {{data.code}}' }),
      ...fixture({ code: '4711' }),
      ...manifest({ secret: ['data.code'] }),
    },
    'push.en: the body prints a secret',
  ],
  [
    'a secret in a card, which is stored',
    {
      ...parts('inapp', { ...card, url: '{{link data.url}}' }),
      ...fixture({ url: 'https://erp.example/t0ken' }),
      ...manifest({ secret: ['data.url'] }),
    },
    'inapp.en: the url prints a secret',
  ],
  [
    'an over-long card',
    parts('inapp', { ...card, body: 'x'.repeat(401) }),
    'inapp.en: the body has 401 characters, a card has room for 400',
  ],
];

describe('R-7.4 the check', () => {
  it.each(faults)('R-7.4 reports %s', async (_what, files, expected) => {
    expect(await problemsOf(files)).toEqual([expected]);
  });

  const sound: [string, Files][] = [
    ['a text in each channel', { ...sms('{{entity.id}} low'), ...parts('push', card), ...parts('inapp', card) }],
    ['an SMS of 160 septets', sms(`{{entity.id}}${'x'.repeat(157)}`)],
    [
      'more segments with a reason',
      {
        ...sms(`{{entity.id}}${'x'.repeat(158)}`),
        ...manifest({ smsMaxSegments: 2, smsMaxSegmentsReason: 'A link.' }),
      },
    ],
    [
      'more segments in the locales that need them',
      {
        ...sms(`{{entity.id}}${'x'.repeat(158)}`),
        ...manifest({ smsMaxSegmentsByLocale: { en: 2 }, smsMaxSegmentsReason: 'A link.' }),
      },
    ],
    ['a letter that a Latin language needs', sms('{{entity.id}}: mało, zamów')],
    [
      'a push without an address',
      parts('push', { ...card, url: '{{#if (optional data.url)}}{{link data.url}}{{/if}}' }),
    ],
  ];
  it.each(sound)('R-7.4 lets pass %s', async (_what, files) => {
    expect(await problemsOf(files)).toEqual([]);
  });

  it('R-7.4 does not mind UCS-2 in a language that is written so', async () => {
    const problems = await problemsOf({ ...sms('{{entity.id}} low'), ...sms('{{entity.id}} कम छ', 'ne') });
    expect(problems).toEqual(['email.ne: email is not written in ne, other types are']);
  });
});
