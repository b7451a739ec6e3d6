import { type ChatLink, type ChatMessage, type ChatSection, titleOf } from '../chat-message.js';
import { cutList, cutText, moreWords } from '../cut.js';
import { type ChatPayload, withinBytes } from '../within-bytes.js';

// https://docs.slack.dev/reference/block-kit/blocks (blocks a message), …/blocks/header-block, …/blocks/section-block
const MAX_BLOCKS = 50;
const MAX_HEADER = 150;
const MAX_TEXT = 3_000;
const MAX_FIELDS = 10;
const MAX_FIELD = 2_000;
const MAX_LINKS = 20;
/** Not documented: `msg_blocks_too_long` comes at about 13,200 characters of all blocks together. */
const MAX_BYTES = 12_000;

type Block = Readonly<Record<string, unknown>>;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** Slack knows no escape for these; one that stands inside a word is no markup. */
const LOOKALIKES: Readonly<Record<string, string>> = { '*': '∗', '~': '∼', '`': 'ˋ', _: 'ˍ' };

/** https://docs.slack.dev/messaging/formatting-message-text#escaping: then `<!channel>` is five words, not a mention. */
const escapeEntities = (text: string): string => text.replace(/[&<>]/g, (c) => ENTITIES[c] as string);
const literal = (text: string): string =>
  escapeEntities(text.replace(/[*~`]|(?<![\p{L}\p{N}_])_|_(?![\p{L}\p{N}_])/gu, (c) => LOOKALIKES[c] as string));

/** Shown as it is: no markup, no mention. What comes from outside is always this. */
const plain = (text: string, max: number) => ({ type: 'plain_text', text: cutText(text, max), emoji: false });
const bold = (text: string, max: number) => ({ type: 'mrkdwn', text: `*${literal(cutText(text, max / 8))}*` });

/** A button would call back to an app that an incoming webhook may not have: links are links. */
const link = ({ text, url }: ChatLink): string =>
  `<${escapeEntities(url.replaceAll('|', '%7C').replaceAll('>', '%3E'))}|${literal(cutText(text, 100)).replaceAll('|', '∣')}>`;
const linkBlocks = (links: readonly ChatLink[]): Block[] =>
  cutList(links, MAX_LINKS, () => undefined).flatMap((one) => {
    const text = one && link(one);
    return text === undefined || text.length > MAX_TEXT ? [] : [{ type: 'section', text: { type: 'mrkdwn', text } }];
  });

/** Name and value side by side, five to a block. */
const factBlocks = (facts: ChatMessage['facts']): Block[] => {
  const fields = facts.map(({ name, value }) => [bold(name, MAX_FIELD), plain(value || '–', MAX_FIELD)]);
  const perBlock = MAX_FIELDS / 2;
  return Array.from({ length: Math.ceil(fields.length / perBlock) }, (_, n) => ({
    type: 'section',
    fields: fields.slice(n * perBlock, (n + 1) * perBlock).flat(),
  }));
};

/** Lines in as few blocks as hold them; a line longer than a block is cut. */
const lineBlocks = (lines: readonly string[]): Block[] => {
  const texts: string[] = [];
  for (const line of lines.map((one) => cutText(one, MAX_TEXT)).filter((one) => one !== '')) {
    const last = texts.at(-1);
    if (last !== undefined && last.length + 1 + line.length <= MAX_TEXT) texts[texts.length - 1] = `${last}\n${line}`;
    else texts.push(line);
  }
  return texts.map((text) => ({ type: 'section', text: plain(text, MAX_TEXT) }));
};

const sectionBlocks = ({ heading, lines, links }: ChatSection): Block[] => [
  ...(heading === null ? [] : [{ type: 'section', text: bold(heading, MAX_TEXT) }]),
  ...lineBlocks(lines),
  ...linkBlocks(links),
];

const format = (message: ChatMessage): ChatPayload => {
  const blocks: Block[] = [
    { type: 'header', text: { ...plain(titleOf(message), MAX_HEADER), emoji: true } },
    ...factBlocks(message.facts),
    ...message.sections.flatMap(sectionBlocks),
    ...linkBlocks(message.links),
  ];
  const more = (left: number): Block => ({ type: 'section', text: plain(moreWords(left), MAX_TEXT) });
  return { text: literal(cutText(titleOf(message), MAX_HEADER)), blocks: cutList(blocks, MAX_BLOCKS, more) };
};

/** Slack's Block Kit. `text` is what a notification shows. */
export const slackMessage = (message: ChatMessage): ChatPayload => withinBytes(message, MAX_BYTES, format);
