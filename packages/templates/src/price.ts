import type { Channel, SmsSegments } from '@crier/domain';
import type { NotificationType } from './notification-type.js';

export const PRICE_CLASSES = [
  'free',
  'per_email',
  'per_segment',
  'whatsapp_utility',
  'whatsapp_marketing',
  'whatsapp_authentication',
  'whatsapp_service',
] as const;

/** What one message is billed as, and how many of it. Amounts depend on vendor, contract and country, so there are none here. */
export interface Price {
  readonly class: (typeof PRICE_CLASSES)[number];
  readonly units: number;
}

/** Meta bills an approved template by its category, and a free text as service (Cloud API, "Pricing"). */
const whatsappClass = ({ manifest: { whatsapp } }: NotificationType): Price['class'] =>
  whatsapp === null ? 'whatsapp_service' : `whatsapp_${whatsapp.category}`;

/** The price class of a type's message over a channel. `sms`: how it travels, for that channel. */
export const priceOf = (type: NotificationType, channel: Channel, sms: SmsSegments | null): Price => {
  switch (channel) {
    case 'email':
      return { class: 'per_email', units: 1 };
    case 'sms':
      return { class: 'per_segment', units: sms?.segments ?? 1 };
    case 'whatsapp':
      return { class: whatsappClass(type), units: 1 };
    default:
      return { class: 'free', units: 0 };
  }
};
