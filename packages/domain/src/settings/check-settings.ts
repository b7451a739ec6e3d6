import { CHANNELS, type Channel } from '../channel.js';
import { DEFAULT_SENDER } from './email-settings.js';
import { channelProblems, type ProviderName, prefixOf, providersOf } from './provider-names.js';
import type { Settings } from './settings.js';

/** As `URL` spells host names: `127.1` and `0x7f000001` have become 127.0.0.1. */
const THIS_MACHINE = /^(127(\.\d+){3}|0\.0\.0\.0|(.+\.)?localhost\.?|\[::1?\])$/;

const pointsHere = (url: string | undefined): boolean => url !== undefined && THIS_MACHINE.test(new URL(url).hostname);

/** Where each provider is; undefined = where its SDK looks by itself. */
const ADDRESSES: Readonly<Record<ProviderName, readonly (keyof Settings)[]>> = {
  ses: ['SES_ENDPOINT'],
  sendgrid: ['SENDGRID_BASE_URL'],
  smtp: [],
  twilio: ['TWILIO_BASE_URL'],
  sns: ['SNS_ENDPOINT'],
  'whatsapp-cloud': ['WHATSAPP_BASE_URL'],
  fcm: ['FCM_BASE_URL', 'FCM_TOKEN_URL'],
  apns: ['APNS_BASE_URL'],
  webpush: [],
};

const addressProblems = (s: Settings): string[] =>
  CHANNELS.flatMap((channel) => providersOf(s, channel))
    .flatMap((provider) => ADDRESSES[provider])
    .filter((name) => pointsHere(s[name] as string | undefined))
    .map((name) => `${name} points at this machine: that is the sandbox, not the provider`);

const senderProblems = (s: Settings): string[] => [
  ...new Set(
    s.EMAIL_PROVIDERS.flatMap((provider) => {
      const name = `${prefixOf(provider) as 'SES' | 'SENDGRID' | 'SMTP'}_FROM` as const;
      const from = s[name] ?? s.EMAIL_FROM;
      const variable = s[name] === undefined ? 'EMAIL_FROM' : name;
      return from === DEFAULT_SENDER ? [`${variable} is the development default: set a sender that you own`] : [];
    }),
  ),
];

/** What everybody can read in this repository. */
const PUBLISHED: Readonly<Partial<Record<keyof Settings, string>>> = {
  CRIER_LINK_SECRET: 'crier-dev-link-secret',
  CRIER_ENCRYPTION_KEY: 'crier-dev-encryption-key',
  TWILIO_AUTH_TOKEN: 'sandbox-twilio-token',
  WHATSAPP_APP_SECRET: 'sandbox-whatsapp-secret',
};

const publishedProblems = (s: Settings): string[] =>
  Object.entries(PUBLISHED).flatMap(([name, published]) =>
    [s[name as keyof Settings]].flat().includes(published)
      ? [`${name} is the development default, which everybody can read: set another`]
      : [],
  );

/** As many characters as 16 random bytes have in hex, or 24 in base64. */
const SHORTEST_KEY = 32;

/** Only who takes push tokens has something to encrypt. */
const encryptionProblems = (s: Settings): string[] => {
  const keys = s.CRIER_ENCRYPTION_KEY ?? [];
  if (channelProblems(s, 'push').length > 0) return [];
  if (keys.length === 0) return ['CRIER_ENCRYPTION_KEY must be set: it encrypts push tokens'];
  return keys.some((key) => key.length < SHORTEST_KEY)
    ? [`CRIER_ENCRYPTION_KEY must have at least ${SHORTEST_KEY} characters each: \`openssl rand -base64 32\` makes one`]
    : [];
};

const chainProblems = (s: Settings): string[] =>
  s.EMAIL_PROVIDERS.includes('sendgrid') && s.SENDGRID_API_KEY === undefined
    ? ['SENDGRID_API_KEY must be set while EMAIL_PROVIDERS names sendgrid; set EMAIL_PROVIDERS=ses to go without']
    : [];

/** What a production start refuses: whatever only makes sense on a developer's machine (contract, "Environment"). */
const productionProblems = (s: Settings): string[] => [
  ...(s.CRIER_API_KEY === undefined ? [] : ['CRIER_API_KEY is for development: unset it and use `crier keys create`']),
  ...(s.BOARD_PASSWORD === 'admin' ? ['BOARD_PASSWORD is the development default: set another'] : []),
  ...(s.CRIER_LINK_SECRET === undefined ? ['CRIER_LINK_SECRET must be set: it signs sessions and links'] : []),
  ...encryptionProblems(s),
  ...publishedProblems(s),
  ...senderProblems(s),
  ...addressProblems(s),
  ...(s.CALLBACK_TRUST_SANDBOX === '1'
    ? ['CALLBACK_TRUST_SANDBOX is for development: unset it, anybody could sign with the sandbox’s key']
    : []),
  ...chainProblems(s),
];

/** a window for proof that could end while a call of this channel is in flight would send it again. */
export const windowProblems = (s: Settings, channel: Channel): string[] => {
  const timeouts = providersOf(s, channel).map((provider) => s[`${prefixOf(provider)}_TIMEOUT_MS`]);
  const least = Math.max(0, ...timeouts) + s.CLAIM_LEASE_MS + 5_000;
  return s.RECONCILE_WINDOW_MS < least
    ? [
        `RECONCILE_WINDOW_MS must be at least ${least} (longest provider timeout + CLAIM_LEASE_MS + 5000): a call in flight would be resent`,
      ]
    : [];
};

/** Problems that no single variable shows: combinations that would lose or double messages, and development defaults. */
export const settingsProblems = (s: Settings): string[] => [
  ...windowProblems(s, s.SENDER_CHANNEL),
  ...(s.BOARD_VIEWER_USER !== undefined && s.BOARD_VIEWER_PASSWORD === undefined
    ? ['BOARD_VIEWER_PASSWORD must be set when BOARD_VIEWER_USER is']
    : []),
  ...(s.BOARD_VIEWER_USER === s.BOARD_USER
    ? ['BOARD_VIEWER_USER must not be BOARD_USER: the audit log could not tell them apart']
    : []),
  ...(s.DOCUMENT_STORE === 's3' && s.S3_BUCKET === undefined
    ? ['S3_BUCKET must be set when DOCUMENT_STORE is s3']
    : []),
  ...(s.NODE_ENV === 'production' ? productionProblems(s) : []),
];
