import type { NotificationType } from './notification-type.js';
import type { RenderContext } from './render-context.js';
import { type RenderMessageInput, renderMessage } from './render-message.js';
import type { RenderedEmail } from './rendered-message.js';

export interface RenderEmailInput extends Omit<RenderMessageInput, 'context'> {
  readonly context: Omit<RenderContext, 'links'>;
}

/** `renderMessage` of the one channel whose callers have no links yet; a template that prints one is a `TemplateError`. */
export const renderEmail = (type: NotificationType, { context, ...input }: RenderEmailInput): RenderedEmail =>
  renderMessage(type, 'email', { ...input, context: context as RenderContext });
