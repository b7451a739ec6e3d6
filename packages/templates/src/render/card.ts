import { isShownLink } from '../format/link.js';
import type { MessageParts } from './message-parts.js';
import { oneLine, severalLines } from './plain-text.js';

interface Card {
  readonly title: string;
  readonly body: string;
  readonly url: string | null;
  readonly locale: string;
}

/** Where a tap leads; a part that prints nothing leads nowhere. It becomes an `href`, so nothing but a web address passes. */
const urlOf = ({ optionalPart, refuse }: MessageParts): string | null => {
  const url = oneLine(optionalPart('url') ?? '');
  if (url === '') return null;
  return isShownLink(url) ? url : refuse('url', 'is not an absolute http or https address');
};

/** Title, body and address of a push or of a card in the inbox. */
export const renderCard = (parts: MessageParts): Card => ({
  title: oneLine(parts.part('title')),
  body: severalLines(parts.part('body')),
  url: urlOf(parts),
  locale: parts.locale,
});
