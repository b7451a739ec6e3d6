import type { ChatMessage } from './chat-message.js';
import { moreWords } from './cut.js';

/** A chat's message, ready to be posted as JSON. */
export type ChatPayload = Readonly<Record<string, unknown>>;

/** One way to make a message shorter: how many there are of something, and the message with the first `keep` of them. */
interface Cut {
  readonly count: (message: ChatMessage) => number;
  readonly keep: (message: ChatMessage, keep: number) => ChatMessage;
}

const note = (left: number) => ({ heading: null, lines: [moreWords(left)], links: [] });

/** Counted through all sections; whoever lost lines says how many. */
const lines: Cut = {
  count: ({ sections }) => sections.reduce((sum, section) => sum + section.lines.length, 0),
  keep: (message, keep) => {
    let left = keep;
    const sections = message.sections.map((section) => {
      const kept = section.lines.slice(0, Math.max(0, left));
      left -= section.lines.length;
      const lost = section.lines.length - kept.length;
      return lost === 0 ? section : { ...section, lines: [...kept, moreWords(lost)] };
    });
    return { ...message, sections };
  },
};
const sections: Cut = {
  count: (message) => message.sections.length,
  keep: (message, keep) => ({
    ...message,
    sections: [...message.sections.slice(0, keep), note(message.sections.length - keep)],
  }),
};
const facts: Cut = {
  count: (message) => message.facts.length,
  keep: (message, keep) => ({ ...message, facts: message.facts.slice(0, keep) }),
};
const links: Cut = {
  count: (message) => message.links.length,
  keep: (message, keep) => ({ ...message, links: message.links.slice(0, keep) }),
};

/** The largest of 0..most that fits; 0 if none does. */
const largest = (most: number, fits: (n: number) => boolean): number => {
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
};

/**
 * The payload of as much of the message as makes at most `maxBytes` of JSON. Lines go first, from the end, then sections,
 * facts and links; the title stays. A chat refuses what is too long as a whole, and then nobody hears of anything.
 */
export const withinBytes = (
  message: ChatMessage,
  maxBytes: number,
  format: (message: ChatMessage) => ChatPayload,
): ChatPayload => {
  const fits = (one: ChatMessage) => Buffer.byteLength(JSON.stringify(format(one))) <= maxBytes;
  let shorter = message;
  for (const cut of [lines, sections, facts, links]) {
    if (fits(shorter)) break;
    const long = shorter;
    const most = largest(cut.count(long) - 1, (keep) => fits(cut.keep(long, keep)));
    shorter = cut.count(long) === 0 ? long : cut.keep(long, most);
  }
  return format(shorter);
};
