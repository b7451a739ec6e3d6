import type { Channel } from '../channel.js';
import type { Settings } from './settings.js';

/** Every provider's name, as variables, metrics, records and faults use it. */
export type ProviderName =
  | Settings['EMAIL_PROVIDERS'][number]
  | Settings['SMS_PROVIDERS'][number]
  | Settings['WHATSAPP_PROVIDERS'][number]
  | Settings['PUSH_PROVIDERS'][number];

/** How a provider's variables begin: `whatsapp-cloud` has WHATSAPP_CLOUD_TIMEOUT_MS. */
export type ProviderPrefix =
  | 'SES'
  | 'SENDGRID'
  | 'SMTP'
  | 'TWILIO'
  | 'SNS'
  | 'WHATSAPP_CLOUD'
  | 'FCM'
  | 'APNS'
  | 'WEBPUSH';

export const prefixOf = (provider: ProviderName): ProviderPrefix =>
  provider.toUpperCase().replaceAll('-', '_') as ProviderPrefix;

/** The providers of a channel as the environment orders them. In-app needs none: its row is its delivery. */
export const providersOf = (settings: Settings, channel: Channel): readonly ProviderName[] => {
  switch (channel) {
    case 'email':
      return settings.EMAIL_PROVIDERS;
    case 'sms':
      return settings.SMS_PROVIDERS;
    case 'whatsapp':
      return settings.WHATSAPP_PROVIDERS;
    case 'push':
      return settings.PUSH_PROVIDERS;
    case 'inapp':
      return [];
  }
};

/** What a provider can't be called without. */
const NEEDS: Readonly<Record<ProviderName, readonly (keyof Settings)[]>> = {
  ses: [],
  sendgrid: ['SENDGRID_API_KEY'],
  smtp: ['SMTP_HOST'],
  twilio: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
  sns: [],
  'whatsapp-cloud': ['WHATSAPP_TOKEN', 'WHATSAPP_PHONE_ID'],
  fcm: ['FCM_PROJECT_ID', 'FCM_CLIENT_EMAIL', 'FCM_PRIVATE_KEY'],
  apns: ['APNS_KEY_ID', 'APNS_TEAM_ID', 'APNS_PRIVATE_KEY', 'APNS_TOPIC'],
  webpush: ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT'],
};

/** Why a channel can't be sent over as the environment is, one line for each provider that lacks something; none = it can. */
export const channelProblems = (settings: Settings, channel: Channel): string[] => {
  const providers = providersOf(settings, channel);
  const list = `${channel.toUpperCase()}_PROVIDERS`;
  return providers.flatMap((provider) => {
    const missing = NEEDS[provider].filter((name) => settings[name] === undefined);
    if (missing.length === 0) return [];
    const without = providers.length > 1 ? `; leave ${provider} out of ${list} to go without` : '';
    return [`${missing.join(', ')} must be set while ${list} names ${provider}${without}`];
  });
};
