import { choices, optionalText, urlText } from './fields.js';
import { HTTP, providerSettings } from './provider-settings.js';

/** A key in PEM; in one line with `\n` for the line ends, as .env files have it. */
const pem = (about: string) =>
  optionalText(about)
    .transform((value) => value?.replaceAll('\\n', '\n'))
    .describe(about);

export const pushSettings = {
  PUSH_PROVIDERS: choices(
    'provider',
    ['fcm', 'apns', 'webpush'],
    ['fcm', 'apns', 'webpush'],
    'Kinds of push tokens that are sent to; no chain: the token names its provider',
  ),
  FCM_PROJECT_ID: optionalText('Firebase project'),
  FCM_CLIENT_EMAIL: optionalText('Service account of that project'),
  FCM_PRIVATE_KEY: pem('Private key of the service account, PEM'),
  FCM_BASE_URL: urlText(HTTP).default('https://fcm.googleapis.com').describe('Where FCM is (sandbox)'),
  FCM_TOKEN_URL: urlText(HTTP)
    .default('https://oauth2.googleapis.com/token')
    .describe('Where the service account gets its access tokens (sandbox)'),
  ...providerSettings('FCM', 'FCM'),
  APNS_KEY_ID: optionalText('Id of the APNs signing key'),
  APNS_TEAM_ID: optionalText('Team at Apple that the key belongs to'),
  APNS_PRIVATE_KEY: pem('The APNs signing key (.p8), PEM'),
  APNS_TOPIC: optionalText('Bundle id of the app'),
  APNS_BASE_URL: urlText(HTTP)
    .default('https://api.push.apple.com')
    .describe('Where APNs is (api.sandbox.push.apple.com, sandbox)'),
  ...providerSettings('APNS', 'APNs'),
  VAPID_PUBLIC_KEY: optionalText('Public key of Web Push (RFC 8292), base64url'),
  VAPID_PRIVATE_KEY: optionalText('Private key of Web Push, base64url'),
  VAPID_SUBJECT: optionalText('Whom a push service writes to about our pushes: mailto: or https:'),
  ...providerSettings('WEBPUSH', 'Web Push services'),
};
