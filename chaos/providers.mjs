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

/** Twilio gives up what nobody took: the sandbox tries for the last time after 15 s, and before that after 10. */
const TWILIO_REPEATS_FOR_MS = 10_000;

/**
 * Those whose ambiguous outcomes were proved although nobody could take callbacks for `awayMs` at most. Who was not heard for the
 * whole window is listened to for one more; whoever was away for both could prove nothing. @param {number} awayMs @param {number} windowMs
 */
export const provedBy = (awayMs, windowMs) => {
  const all = awayMs < 2 * windowMs ? CALLING_BACK : [];
  return awayMs < TWILIO_REPEATS_FOR_MS ? all : all.filter((name) => name !== 'twilio');
};

/** @param {readonly Channel[]} channels */
export const providersOf = (channels) => CHANNELS.filter((c) => channels.includes(c)).flatMap((c) => PROVIDERS[c]);
