import { type ChatLink, type ChatMessage, titleOf } from '../chat-message.js';
import { cutList, cutText, moreWords } from '../cut.js';
import { type ChatPayload, withinBytes } from '../within-bytes.js';

// https://developers.google.com/workspace/chat/api/reference/rest/v1/cards: 32 KB and 100 widgets a card
const MAX_BYTES = 31_000;
const MAX_WIDGETS = 100;
const MAX_TEXT = 3_000;
const MAX_TITLE = 200;

type Widget = Readonly<Record<string, unknown>>;
interface Section {
  readonly header?: string;
  readonly widgets: readonly Widget[];
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** https://developers.google.com/workspace/chat/format-messages#card-formatting: a card's texts are HTML. */
const literal = (text: string): string => text.replace(/[&<>"]/g, (c) => ENTITIES[c] as string);

const buttons = (links: readonly ChatLink[]): Widget[] =>
  links.length === 0
    ? []
    : [
        {
          buttonList: {
            buttons: links.map(({ text, url }) => ({
              text: literal(cutText(text, 100)),
              onClick: { openLink: { url } },
            })),
          },
        },
      ];
const paragraph = (lines: readonly string[]): Widget[] =>
  lines.length === 0
    ? []
    : [{ textParagraph: { text: lines.map((line) => literal(cutText(line, MAX_TEXT))).join('<br>') } }];

const sectionsOf = (message: ChatMessage): Section[] => [
  {
    widgets: message.facts.map(({ name, value }) => ({
      decoratedText: {
        topLabel: literal(cutText(name, MAX_TITLE)),
        text: literal(cutText(value || '–', MAX_TEXT)),
        wrapText: true,
      },
    })),
  },
  ...message.sections.map(({ heading, lines, links }) => ({
    ...(heading === null ? {} : { header: `<b>${literal(cutText(heading, MAX_TITLE))}</b>` }),
    widgets: [...paragraph(lines), ...buttons(links)],
  })),
  { widgets: buttons(message.links) },
];

/** Widgets beyond the hundredth are dropped without a word: so the words come from us. */
const withinWidgets = (sections: readonly Section[]): Section[] => {
  const all = sections.flatMap((section) => section.widgets.map((widget) => ({ section, widget })));
  const more = (left: number) => ({ section: { widgets: [] }, widget: paragraph([moreWords(left)])[0] as Widget });
  const kept = cutList<{ section: Section; widget: Widget }>(all, MAX_WIDGETS, more);
  return [...new Set(kept.map(({ section }) => section))].map((section) => ({
    ...section,
    widgets: kept.filter((one) => one.section === section).map(({ widget }) => widget),
  }));
};

const format = (message: ChatMessage): ChatPayload => ({
  fallbackText: titleOf(message),
  cardsV2: [
    {
      cardId: 'crier',
      card: { header: { title: titleOf(message) }, sections: withinWidgets(sectionsOf(message)) },
    },
  ],
});

/** A card (version 2) for a Google Chat webhook. `<users/all>` mentions only in a message's `text`, which this has not. */
export const googleMessage = (message: ChatMessage): ChatPayload => withinBytes(message, MAX_BYTES, format);
