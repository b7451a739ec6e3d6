export const CHANNELS = ['email', 'sms', 'whatsapp', 'push', 'inapp'] as const;
export type Channel = (typeof CHANNELS)[number];
