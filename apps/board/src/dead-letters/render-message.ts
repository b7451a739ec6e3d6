import type { EventForSending, LoadedDelivery } from '@crier/db';
import { maskPaths, type NotificationType, type RenderedEmail, renderEmail, TemplateError } from '@crier/templates';

export type Preview =
  | { readonly kind: 'email'; readonly message: RenderedEmail; readonly version: string }
  /** The template asks for what the event does not carry. */
  | { readonly kind: 'template_error'; readonly error: TemplateError }
  /** It can't be rendered here; `why` says so in a sentence. */
  | { readonly kind: 'none'; readonly why: string };

const none = (why: string): Preview => ({ kind: 'none', why });

/**
 * The message as it would go out now: from the template and the event as they are, with every secret hidden, and the
 * recipient's name too unless it is shown on purpose.
 */
export const renderMessage = (
  type: NotificationType | undefined,
  { delivery, event }: { delivery: LoadedDelivery; event: EventForSending },
  isRevealed: boolean,
): Preview => {
  if (event.data === null) return none('The event’s data has been dropped by retention, so it can’t be shown.');
  if (type === undefined) return none(`There is no template for ${event.type} here.`);
  if (delivery.channel !== 'email' || !type.has('email')) return none(`A message by ${delivery.channel} is not shown.`);
  const context = {
    type: event.type,
    entity: { type: event.entityType, id: event.entityId, version: event.entityVersion },
    occurredAt: event.occurredAt,
    data: event.data,
    recipient: { name: delivery.name },
  };
  const hidden = [...type.manifest.secret, ...(isRevealed || delivery.name === null ? [] : ['recipient.name'])];
  try {
    const { locale, timezone } = delivery;
    const message = renderEmail(type, { locale, timezone, context: maskPaths(context, hidden) });
    return { kind: 'email', message, version: type.templateVersion };
  } catch (error) {
    if (error instanceof TemplateError) return { kind: 'template_error', error };
    throw error;
  }
};
