import { maskSecrets } from '../mask-secrets.js';
import type { NotificationType } from '../notification-type.js';
import type { RenderContext } from '../render-context.js';
import { renderMessage } from '../render-message.js';
import type { RenderedInapp, RenderedPush } from '../rendered-message.js';
import { emptyParts, withoutReference } from './texts.js';

/**
 * What goes for a push and a card of the inbox alike. Neither prints a secret: anybody who passes by reads a lock screen, and
 * a card is stored as it was rendered, which a secret never is.
 */
export const checkCard = (
  message: RenderedPush | RenderedInapp,
  type: NotificationType,
  context: RenderContext,
): string[] => {
  const { channel, locale, title, body } = message;
  const masked = renderMessage(type, channel, { locale, timezone: 'UTC', context: maskSecrets(type, context) });
  const secret = (['title', 'body', 'url'] as const).filter((part) => masked[part] !== message[part]);
  return [
    ...emptyParts({ title, body }),
    ...withoutReference('title and body', `${title}\n${body}`, context.entity.id),
    ...secret.map((part) => `the ${part} prints a secret`),
  ];
};
