import type { Channel } from '../channel.js';
import { DEFAULT_SENDER } from './email-settings.js';
import { prefixOf, providersOf } from './provider-names.js';
import type { Settings } from './settings.js';

/** As `URL` spells host names: `127.1` and `0x7f000001` have become 127.0.0.1. */
const THIS_MACHINE = /^(127(\.\d+){3}|0\.0\.0\.0|(.+\.)?localhost\.?|\[::1?\])$/;

const sendgridProblems = (s: Settings): string[] => [
  ...(s.SENDGRID_API_KEY === undefined
    ? ['SENDGRID_API_KEY must be set while EMAIL_PROVIDERS names sendgrid; set EMAIL_PROVIDERS=ses to go without']
    : []),
  ...((s.SENDGRID_FROM ?? s.EMAIL_FROM) === DEFAULT_SENDER && s.SENDGRID_FROM !== undefined
    ? ['SENDGRID_FROM is the development default: set a sender that you own']
    : []),
  ...(THIS_MACHINE.test(new URL(s.SENDGRID_BASE_URL).hostname)
    ? ['SENDGRID_BASE_URL points at this machine: that is the sandbox, not SendGrid']
    : []),
];

/** As many characters as 16 random bytes have in hex, or 24 in base64. */
const SHORTEST_KEY = 32;

const encryptionProblems = (keys: readonly string[] = []): string[] => [
  ...(keys.length === 0 ? ['CRIER_ENCRYPTION_KEY must be set: it encrypts push tokens'] : []),
  ...(keys.some((key) => key.length < SHORTEST_KEY)
    ? [`CRIER_ENCRYPTION_KEY must have at least ${SHORTEST_KEY} characters each: \`openssl rand -base64 32\` makes one`]
    : []),
];

/** What a production start refuses: whatever only makes sense on a developer's machine (contract, "Environment"). */
const productionProblems = (s: Settings): string[] => [
  ...(s.CRIER_API_KEY === undefined ? [] : ['CRIER_API_KEY is for development: unset it and use `crier keys create`']),
  ...(s.BOARD_PASSWORD === 'admin' ? ['BOARD_PASSWORD is the development default: set another'] : []),
  ...(s.CRIER_LINK_SECRET === undefined ? ['CRIER_LINK_SECRET must be set: it signs sessions and links'] : []),
  ...encryptionProblems(s.CRIER_ENCRYPTION_KEY),
  ...((s.SES_FROM ?? s.EMAIL_FROM) === DEFAULT_SENDER
    ? [`${s.SES_FROM ? 'SES_FROM' : 'EMAIL_FROM'} is the development default: set a sender that you own`]
    : []),
  ...(s.SES_ENDPOINT !== undefined && THIS_MACHINE.test(new URL(s.SES_ENDPOINT).hostname)
    ? ['SES_ENDPOINT points at this machine: that is the sandbox, not SES']
    : []),
  ...(s.CALLBACK_TRUST_SANDBOX === '1'
    ? ['CALLBACK_TRUST_SANDBOX is for development: unset it, anybody could sign with the sandbox’s key']
    : []),
  ...(s.EMAIL_PROVIDERS.includes('sendgrid') ? sendgridProblems(s) : []),
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
