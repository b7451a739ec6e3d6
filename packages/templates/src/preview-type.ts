import { CHANNELS, type Channel, type SmsSegments, smsSegments } from '@crier/domain';
import { exampleContext } from './example-context.js';
import { pickLocale } from './locale.js';
import type { NotificationType } from './notification-type.js';
import { type Price, priceOf } from './price.js';
import { renderMessage } from './render-message.js';
import type { RenderedMessage } from './rendered-message.js';
import { TemplateError } from './template-error.js';

export interface PreviewRequest {
  /** In place of the fixture's. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** A BCP 47 tag; default the type's own default. The nearest locale that is written is shown. */
  readonly locale?: string;
  /** IANA name; default UTC. */
  readonly timezone?: string;
  /** Default: every channel that the type has. */
  readonly channels?: readonly Channel[];
}

interface Previewed {
  readonly channel: Channel;
  /** The locale that it is written in. */
  readonly locale: string;
}

export interface ShownMessage extends Previewed {
  readonly message: RenderedMessage;
  /** How it travels as SMS; null on other channels. */
  readonly sms: SmsSegments | null;
  readonly price: Price;
}

export interface FailedPreview extends Previewed {
  readonly error: TemplateError;
}

/** One channel's message, or why there is none. */
export type Preview = ShownMessage | FailedPreview;

const previewChannel = (
  type: NotificationType,
  channel: Channel,
  { data, locale = type.defaultLocale, timezone = 'UTC' }: PreviewRequest,
): Preview => {
  const written = pickLocale(type.channels.get(channel) ?? new Map(), locale, type.defaultLocale);
  const example = { ...type.fixture, ...(data === undefined ? {} : { data }) };
  const context = exampleContext(type, channel, example);
  try {
    const message: RenderedMessage = renderMessage(type, channel, { locale, timezone, context });
    const sms = message.channel === 'sms' ? smsSegments(message.text) : null;
    return { channel, locale: written, message, sms, price: priceOf(type, channel, sms) };
  } catch (error) {
    if (error instanceof TemplateError) return { channel, locale: written, error };
    throw error;
  }
};

/** What each channel's message would look like and cost. Channels that the type does not have are left out. */
export const previewType = (type: NotificationType, request: PreviewRequest = {}): Preview[] =>
  (request.channels ?? CHANNELS).filter(type.has).map((channel) => previewChannel(type, channel, request));
