import { type ChatView, type Json, listOf, table, wordsOf } from './chat-view.js';
import { cardHtml, link, mention, plain } from './markup.js';

const MAX_BYTES = 32_000;

const widget = (one: Json): string => {
  if (one.decoratedText)
    return table([
      { name: cardHtml(wordsOf(one.decoratedText.topLabel)), value: cardHtml(wordsOf(one.decoratedText.text)) },
    ]);
  if (one.textParagraph) return `<p>${cardHtml(wordsOf(one.textParagraph.text))}</p>`;
  const buttons = listOf(one.buttonList?.buttons);
  return buttons
    .map((button) => `<p>${link(wordsOf(button.onClick?.openLink?.url), cardHtml(wordsOf(button.text)))}</p>`)
    .join('');
};

const section = (one: Json): string =>
  `${one.header === undefined ? '' : `<h2>${cardHtml(wordsOf(one.header))}</h2>`}${listOf(one.widgets).map(widget).join('')}`;

/** Outside of cards a message's text can call people. */
const messageText = (text: string): string =>
  text === '' ? '' : `<p>${plain(text).replace(/&lt;users\/[^&]+&gt;/g, (name) => mention(name))}</p>`;

/** A card as Google Chat shows it, or why it refuses it. */
export const googleView = (body: Json, bytes: number): ChatView | { problem: string } => {
  if (bytes > MAX_BYTES) return { problem: 'The message is larger than 32000 bytes.' };
  const cards = listOf(body.cardsV2).map((one) => one.card ?? {});
  if (cards.some((card) => listOf(card.sections).some((one) => listOf(one.widgets).length === 0)))
    return { problem: 'Card section has no widgets.' };
  const html = cards.map(
    (card) => `<h1>${plain(wordsOf(card.header?.title))}</h1>${listOf(card.sections).map(section).join('')}`,
  );
  return {
    title: wordsOf(body.fallbackText) || wordsOf(cards[0]?.header?.title) || wordsOf(body.text),
    html: `${messageText(wordsOf(body.text))}${html.join('')}`,
  };
};
