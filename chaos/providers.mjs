// @ts-check
import { CHANNELS } from '@crier/domain';

/** @typedef {import('@crier/domain').Channel} Channel */

/**
 * The providers of each channel as the fleet is set up. In-app has none: its row is its delivery. SMTP is left out: there a
 * yes without an id is as good as one with it, and the sandbox counts none for it.
 *
 * @type {Readonly<Record<Channel, readonly string[]>>}
 */
const PROVIDERS = {
  email: ['ses', 'sendgrid'],
  sms: ['twilio', 'sns'],
  whatsapp: ['whatsapp-cloud'],
  push: ['fcm', 'apns', 'webpush'],
  inapp: [],
};

/** Those that report deliveries back: with callbacks on, each ambiguous outcome of theirs is proved. */
export const CALLING_BACK = ['ses', 'sendgrid', 'twilio', 'whatsapp-cloud'];

/** @param {readonly Channel[]} channels */
export const providersOf = (channels) => CHANNELS.filter((c) => channels.includes(c)).flatMap((c) => PROVIDERS[c]);
