import { type ChatLink, type ChatMessage, type ChatSection, type Severity, titleOf } from '../chat-message.js';
import { cutList, cutText } from '../cut.js';
import { type ChatPayload, withinBytes } from '../within-bytes.js';

// https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using: 28 KB a message
const MAX_BYTES = 27_000;
const MAX_TEXT = 3_000;
/** https://learn.microsoft.com/microsoftteams/platform/task-modules-and-cards/cards/cards-reference: six actions are shown. */
const MAX_ACTIONS = 6;

type Element = Readonly<Record<string, unknown>>;

const COLOURS: Readonly<Record<Severity, string>> = {
  critical: 'attention',
  warning: 'warning',
  resolved: 'good',
  info: 'default',
};

/** https://learn.microsoft.com/adaptive-cards/authoring-cards/text-features: a text block reads a part of Markdown. */
const literal = (text: string): string =>
  text
    .replace(/[\\*_[\]()`~#<>|]/g, '\\$&')
    .replace(/^(\s*)([-+])/gm, '$1\\$2')
    .replace(/^(\s*\d+)([.)])/gm, '$1\\$2');

const text = (value: string, more: Element = {}): Element => ({
  type: 'TextBlock',
  text: literal(cutText(value, MAX_TEXT)),
  wrap: true,
  ...more,
});
/** A text run reads no Markdown: what comes from outside stands as it is. */
const line = (value: string): Element => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text: cutText(value, MAX_TEXT) }],
  spacing: 'small',
});
const actions = (links: readonly ChatLink[]): Element[] =>
  cutList<ChatLink | undefined>(links, MAX_ACTIONS, () => undefined).flatMap((link) =>
    link === undefined ? [] : [{ type: 'Action.OpenUrl', title: cutText(link.text, 100), url: link.url }],
  );

const sectionElements = ({ heading, lines, links }: ChatSection): Element[] => [
  ...(heading === null ? [] : [text(heading, { weight: 'bolder', separator: true, spacing: 'medium' })]),
  ...lines.filter((one) => one !== '').map(line),
  ...(links.length === 0 ? [] : [{ type: 'ActionSet', actions: actions(links) }]),
];

const format = (message: ChatMessage): ChatPayload => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        msteams: { width: 'Full' },
        body: [
          text(titleOf(message), {
            size: 'large',
            weight: 'bolder',
            style: 'heading',
            color: COLOURS[message.severity],
          }),
          ...(message.facts.length === 0
            ? []
            : [
                {
                  type: 'FactSet',
                  facts: message.facts.map(({ name, value }) => ({
                    title: literal(cutText(name, MAX_TEXT)),
                    value: literal(cutText(value || '–', MAX_TEXT)),
                  })),
                },
              ]),
          ...message.sections.flatMap(sectionElements),
        ],
        ...(message.links.length === 0 ? {} : { actions: actions(message.links) }),
      },
    },
  ],
});

/**
 * An Adaptive Card as Teams' Workflows take it ("When a Teams webhook request is received"). Nobody can be mentioned: that
 * takes an entry in `msteams.entities`, and there is none.
 */
export const teamsMessage = (message: ChatMessage): ChatPayload => withinBytes(message, MAX_BYTES, format);
