import type { ChatLink, ChatMessage, ChatSection } from './chat-message.js';

/** A message as text, for a terminal or an email. */
export const plainText = ({ title, facts, sections, links }: ChatMessage): string => {
  const linkLine = ({ text, url }: ChatLink) => `  ${text}: ${url}`;
  const sectionLines = (section: ChatSection) => [
    ...(section.heading === null ? [] : ['', section.heading]),
    ...section.lines.map((line) => `  ${line}`),
    ...section.links.map(linkLine),
  ];
  const factLines = facts.map(({ name, value }) => `  ${name}: ${value}`);
  return [title, ...factLines, ...sections.flatMap(sectionLines), '', ...links.map(linkLine)].join('\n');
};
