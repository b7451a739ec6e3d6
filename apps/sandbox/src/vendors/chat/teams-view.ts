import { type ChatView, type Json, listOf, table, wordsOf } from './chat-view.js';
import { escapeHtml, link, markdown, plain } from './markup.js';

const MAX_BYTES = 28 * 1024;

const actions = (list: unknown): string =>
  listOf(list)
    .map((action) => link(wordsOf(action.url), escapeHtml(wordsOf(action.title))))
    .map((html) => `<p>${html}</p>`)
    .join('');

const element = (one: Json): string => {
  switch (one.type) {
    case 'TextBlock':
      return one.style === 'heading'
        ? `<h1>${markdown(wordsOf(one.text))}</h1>`
        : `<p><b>${markdown(wordsOf(one.text))}</b></p>`;
    case 'RichTextBlock':
      return `<p>${listOf(one.inlines)
        .map((run) => plain(wordsOf(run.text)))
        .join('')}</p>`;
    case 'FactSet':
      return table(
        listOf(one.facts).map((fact) => ({
          name: markdown(wordsOf(fact.title)),
          value: markdown(wordsOf(fact.value)),
        })),
      );
    case 'ActionSet':
      return actions(one.actions);
    default:
      return '';
  }
};

const plainTitle = (text: string): string => text.replace(/\\([!-/:-@[-`{-~])/g, '$1');

/** An Adaptive Card as Teams shows it, or why it refuses it. */
export const teamsView = (body: Json, bytes: number): ChatView | { problem: string } => {
  if (bytes > MAX_BYTES) return { problem: 'The message is larger than 28 KB.' };
  const card = listOf(body.attachments)[0]?.content;
  const elements = listOf(card?.body);
  if (card?.type !== 'AdaptiveCard' || elements.length === 0)
    return { problem: 'The first attachment is no Adaptive Card.' };
  return {
    title: plainTitle(wordsOf(elements[0].text)),
    html: `${elements.map(element).join('')}${actions(card.actions)}`,
  };
};
