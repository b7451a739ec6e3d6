import { type ChatLink, type ChatMessage, type ChatSection, type Severity, titleOf } from '../chat-message.js';
import { cutText } from '../cut.js';
import { type ChatPayload, withinBytes } from '../within-bytes.js';

// Servers before 5.0 refuse attachments of more than 7,900 characters, later ones a message of more than 16,383:
// https://developers.mattermost.com/integrate/webhooks/incoming/, https://developers.mattermost.com/integrate/reference/message-attachments/
const MAX_BYTES = 7_800;
const MAX_TEXT = 2_000;

const COLOURS: Readonly<Record<Severity, string>> = {
  critical: '#c4271b',
  warning: '#d98200',
  resolved: '#1a7f4b',
  info: '#4a6fa5',
};

/** A zero-width space: `@all` and `@channel` would call everybody, out of an attachment too. */
const unmentioned = (text: string): string => text.replace(/@(?=[\w.-])/g, '@\u200b');
/** https://docs.mattermost.com/end-user-guide/collaborate/format-messages.html: what Markdown reads, anywhere or in front. */
const literal = (text: string): string =>
  unmentioned(text)
    .replace(/[\\`*_{}[\]()#~|<>]/g, '\\$&')
    .replace(/^(\s*)([-+])/gm, '$1\\$2')
    .replace(/^(\s*\d+)([.)])/gm, '$1\\$2');

const link = ({ text, url }: ChatLink): string =>
  `[${literal(cutText(text, 100))}](${url.replaceAll('(', '%28').replaceAll(')', '%29').replaceAll(' ', '%20')})`;
const linkLine = (links: readonly ChatLink[]): string[] => (links.length === 0 ? [] : [links.map(link).join(' · ')]);

const sectionText = ({ heading, lines, links }: ChatSection): string =>
  [
    ...(heading === null ? [] : [`**${literal(cutText(heading, MAX_TEXT))}**`]),
    ...lines.filter((line) => line !== '').map((line) => literal(cutText(line, MAX_TEXT).replaceAll('\n', ' '))),
    ...linkLine(links),
  ].join('\n');

const format = (message: ChatMessage): ChatPayload => ({
  attachments: [
    {
      fallback: unmentioned(titleOf(message)),
      color: COLOURS[message.severity],
      title: literal(titleOf(message)),
      text: [...message.sections.map(sectionText), ...linkLine(message.links)].join('\n\n'),
      fields: message.facts.map(({ name, value }) => ({
        title: literal(cutText(name, MAX_TEXT)),
        value: literal(cutText(value || '–', MAX_TEXT)),
        short: value.length <= 40,
      })),
    },
  ],
});

/** A message attachment for a Mattermost webhook. */
export const mattermostMessage = (message: ChatMessage): ChatPayload => withinBytes(message, MAX_BYTES, format);
