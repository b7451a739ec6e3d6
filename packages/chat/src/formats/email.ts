import { type ChatLink, type ChatMessage, type ChatSection, titleOf } from '../chat-message.js';
import { plainText } from '../plain-text.js';

export interface EmailPayload {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

const linkList = (links: readonly ChatLink[]): string[] =>
  links.length === 0
    ? []
    : [`<p>${links.map(({ text, url }) => `<a href="${escaped(url)}">${escaped(text)}</a>`).join(' · ')}</p>`];

const sectionHtml = ({ heading, lines, links }: ChatSection): string[] => [
  ...(heading === null ? [] : [`<h2 style="font-size:1em">${escaped(heading)}</h2>`]),
  ...(lines.length === 0 ? [] : [`<p>${lines.map(escaped).join('<br>')}</p>`]),
  ...linkList(links),
];

/** A message as an email, for when no chat takes it. */
export const emailMessage = (message: ChatMessage): EmailPayload => {
  const { facts, sections, links } = message;
  const facted = facts.map(({ name, value }) => `${escaped(name)}: <b>${escaped(value)}</b>`);
  const html = [
    `<h1 style="font-size:1.2em">${escaped(titleOf(message))}</h1>`,
    ...(facted.length === 0 ? [] : [`<p>${facted.join('<br>')}</p>`]),
    ...sections.flatMap(sectionHtml),
    ...linkList(links),
  ];
  return { subject: titleOf(message), text: plainText(message), html: html.join('\n') };
};
