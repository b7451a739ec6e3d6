import type { ChatMessage } from './chat-message.js';

export const message = (change: Partial<ChatMessage> = {}): ChatMessage => ({
  title: 'SES refuses our credentials',
  severity: 'critical',
  facts: [
    { name: 'Provider', value: 'ses' },
    { name: 'Code', value: 'InvalidClientTokenId' },
  ],
  sections: [{ heading: 'What to do', lines: ['Check the access key.', 'Then wait for the probe.'], links: [] }],
  links: [{ text: 'Ops console', url: 'https://crier.example.com/' }],
  ...change,
});

/** What an event or a provider's answer may carry: markup and mentions of all four chats. */
export const HOSTILE = [
  '<!channel>',
  '<!here|here>',
  '<@U012AB3CD>',
  '@channel',
  '@all',
  '@here',
  '<users/all>',
  '<at>Mia</at>',
  '*bold* _it_ ~no~ `code`',
  '[click](https://evil.example)',
  '<https://evil.example|click>',
  '<a href="https://evil.example">click</a>',
  '# heading',
  '- item',
  '1. item',
  '&lt;!channel&gt;',
  'a|b',
];

/** The same text in every place that has room for any. */
export const everywhere = (text: string): ChatMessage =>
  message({
    title: text,
    facts: [{ name: text, value: text }],
    sections: [{ heading: text, lines: [text], links: [{ text, url: 'https://crier.example.com/a|b>c(d)' }] }],
    links: [{ text, url: 'https://crier.example.com/' }],
  });

const times = <T>(n: number, make: (n: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));

/** Each kind of "too long", and each with characters of several bytes. */
export const LONG: Readonly<Record<string, ChatMessage>> = Object.fromEntries(
  ['x', 'ने', '🔴', '*', '<', '@a'].flatMap((c): [string, ChatMessage][] => [
    [`a title of 5,000 ${c}`, message({ title: c.repeat(5_000) })],
    [`a line of 50,000 ${c}`, message({ sections: [{ heading: null, lines: [c.repeat(50_000)], links: [] }] })],
    [
      `5,000 lines of ${c}`,
      message({ sections: [{ heading: 'Dead', lines: times(5_000, (n) => `${n} ${c.repeat(20)}`), links: [] }] }),
    ],
    [
      `300 sections of ${c}`,
      message({
        sections: times(300, (n) => ({
          heading: `${c.repeat(300)} ${n}`,
          lines: [c.repeat(500)],
          links: [{ text: c.repeat(300), url: `https://crier.example.com/replay?token=${n}` }],
        })),
      }),
    ],
    [`200 facts of ${c}`, message({ facts: times(200, (n) => ({ name: `${n}`, value: c.repeat(1_000) })) })],
    [
      `300 links of ${c}`,
      message({ links: times(300, (n) => ({ text: c.repeat(300), url: `https://crier.example.com/${n}` })) }),
    ],
  ]),
);

/** Every string of a payload, with the path of its keys: `blocks.0.text.text`. */
export const stringsOf = (value: unknown, path = ''): { path: string; text: string }[] => {
  if (typeof value === 'string') return [{ path, text: value }];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => stringsOf(inner, path === '' ? key : `${path}.${key}`));
};

/** Every object of a payload of which this holds. */
// biome-ignore lint/suspicious/noExplicitAny: JSON of four vendors
export const objectsOf = (value: unknown, holds: (object: any) => boolean): any[] => {
  if (value === null || typeof value !== 'object') return [];
  return [...(holds(value) ? [value] : []), ...Object.values(value).flatMap((inner) => objectsOf(inner, holds))];
};
