import type { EventForSending, LoadedDelivery } from '@crier/db';
import { type SmsSegments, smsSegments } from '@crier/domain';
import {
  maskPaths,
  type NotificationType,
  type RenderContext,
  type RenderedMessage,
  renderMessage as render,
  TemplateError,
} from '@crier/templates';

export type Preview =
  | {
      readonly kind: 'message';
      readonly message: RenderedMessage;
      /** Of an SMS with nothing hidden in it: what stands for a hidden value is not in GSM-7. */
      readonly segments: SmsSegments | null;
      readonly version: string;
    }
  /** The template asks for what the event does not carry. */
  | { readonly kind: 'template_error'; readonly error: TemplateError }
  /** It can't be rendered here; `why` says so in a sentence. */
  | { readonly kind: 'none'; readonly why: string };

interface Loaded {
  readonly delivery: LoadedDelivery;
  readonly event: EventForSending;
}

const none = (why: string): Preview => ({ kind: 'none', why });

/** Stand for the recipient's own pages: the real links open them, so nobody else is ever shown one. */
const NO_LINKS = {
  preferences: 'https://example.com/preferences',
  unsubscribe: 'https://example.com/unsubscribe',
  document: 'https://example.com/documents',
};
const LINK_PATHS = ['links.preferences', 'links.unsubscribe'];

const contextOf = ({ delivery, event }: Loaded, data: RenderContext['data']): RenderContext => ({
  type: event.type,
  entity: { type: event.entityType, id: event.entityId, version: event.entityVersion },
  occurredAt: event.occurredAt,
  data,
  recipient: { name: delivery.name },
  links: { ...NO_LINKS, document: delivery.document === null ? null : NO_LINKS.document },
});

const segmentsOf = (message: RenderedMessage): SmsSegments | null =>
  message.channel === 'sms' ? smsSegments(message.text) : null;

/**
 * The message as it would go out now: from the template and the event as they are, with every secret hidden, and the
 * recipient's name too unless it is shown on purpose. It is rendered with nothing hidden too, so that what fails on
 * sending fails here.
 */
export const renderMessage = (type: NotificationType | undefined, loaded: Loaded, isRevealed: boolean): Preview => {
  const { delivery, event } = loaded;
  const { channel, locale, timezone } = delivery;
  if (event.data === null) return none('The event’s data has been dropped by retention, so it can’t be shown.');
  if (type === undefined) return none(`There is no template for ${event.type} here.`);
  if (!type.has(channel)) return none(`${event.type} has no template for ${channel} any more.`);
  const context = contextOf(loaded, event.data);
  const name = isRevealed || delivery.name === null ? [] : ['recipient.name'];
  const shown = maskPaths(context, [...type.manifest.secret, ...LINK_PATHS, ...name]);
  try {
    const message = render(type, channel, { locale, timezone, context: shown });
    const segments = segmentsOf(render(type, channel, { locale, timezone, context }));
    return { kind: 'message', message, segments, version: type.templateVersion };
  } catch (error) {
    if (error instanceof TemplateError) return { kind: 'template_error', error };
    throw error;
  }
};
