/** Every provider's name, as variables, metrics, records and faults use it, and the channel it serves. */
export const PROVIDERS = {
  ses: 'email',
  sendgrid: 'email',
  smtp: 'email',
  twilio: 'sms',
  sns: 'sms',
  'whatsapp-cloud': 'whatsapp',
  fcm: 'push',
  apns: 'push',
  webpush: 'push',
  chat: 'chat',
} as const;
export type Provider = keyof typeof PROVIDERS;
export type SandboxChannel = (typeof PROVIDERS)[Provider];

export const PROVIDER_NAMES = Object.keys(PROVIDERS) as Provider[];
export const CHANNEL_NAMES = [...new Set(Object.values(PROVIDERS))];

/** The providers whose tokens can be unregistered. */
export const PUSH_PROVIDERS = ['fcm', 'apns', 'webpush'] as const satisfies readonly Provider[];
export type PushProvider = (typeof PUSH_PROVIDERS)[number];
