import type { Channel } from '@crier/domain';
import { formatLocaleFor, pickLocale } from './locale.js';
import type { NotificationType } from './notification-type.js';
import { renderEmailParts } from './render/email.js';
import { renderInapp } from './render/inapp.js';
import { type MessageParts, messageParts } from './render/message-parts.js';
import { renderPush } from './render/push.js';
import { renderSms } from './render/sms.js';
import { renderWhatsapp } from './render/whatsapp.js';
import type { RenderContext } from './render-context.js';
import type { RenderedFor } from './rendered-message.js';

export interface RenderMessageInput {
  /** The recipient's locale; the message is written in the nearest one that the type has for the channel. */
  readonly locale: string;
  readonly timezone: string;
  readonly context: RenderContext;
}

const RENDERERS: { readonly [C in Channel]: (parts: MessageParts) => RenderedFor<C> } = {
  email: renderEmailParts,
  sms: renderSms,
  whatsapp: renderWhatsapp,
  push: renderPush,
  inapp: renderInapp,
};

/**
 * Renders a message of one channel, all its parts in one locale. Throws `TemplateError` if the context lacks a
 * variable that the template names, or the type has no template for the channel.
 */
export const renderMessage = <C extends Channel>(
  type: NotificationType,
  channel: C,
  { locale: asked, timezone, context }: RenderMessageInput,
): RenderedFor<C> => {
  const locale = pickLocale(type.channels.get(channel) ?? new Map(), asked, type.defaultLocale);
  const settings = { locale, formatLocale: formatLocaleFor(asked, locale), timezone, version: type.templateVersion };
  return RENDERERS[channel](messageParts({ type, channel, context, settings }));
};
