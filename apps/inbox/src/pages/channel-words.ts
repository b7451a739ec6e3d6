import type { Channel } from '@crier/domain';

/** A channel as people call it, and how a message comes by it. */
export const CHANNEL_WORDS: Readonly<Record<Channel, { name: string; by: string }>> = {
  email: { name: 'Email', by: 'by email' },
  sms: { name: 'SMS', by: 'by SMS' },
  whatsapp: { name: 'WhatsApp', by: 'on WhatsApp' },
  push: { name: 'Push', by: 'as push messages' },
  inapp: { name: 'In the app', by: 'in the app' },
};
