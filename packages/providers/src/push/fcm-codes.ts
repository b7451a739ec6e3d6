import {
  BAD_ADDRESS,
  CONFIGURATION,
  type CodeMeaning,
  DOUBTFUL_ADDRESS,
  REJECTED,
  THROTTLED,
  UNAVAILABLE,
} from '../code-table.js';
import { UNREGISTERED } from './unregistered.js';

/**
 * FCM's own codes, and the canonical ones that stand alone where Google refused before FCM was asked. SENDER_ID_MISMATCH is
 * left to the one token: it belongs to another project's app, and must not stop all the others. INTERNAL has no row: it
 * proves nothing (R-4.9a). Sources: Firebase, REST reference "ErrorCode"; Google Cloud, "Error model".
 */
export const FCM_CODES: Readonly<Record<string, CodeMeaning>> = {
  UNREGISTERED,
  SENDER_ID_MISMATCH: DOUBTFUL_ADDRESS,
  INVALID_ARGUMENT: REJECTED,
  QUOTA_EXCEEDED: THROTTLED,
  RESOURCE_EXHAUSTED: THROTTLED,
  UNAVAILABLE,
  THIRD_PARTY_AUTH_ERROR: CONFIGURATION,
  UNAUTHENTICATED: CONFIGURATION,
  PERMISSION_DENIED: CONFIGURATION,
  NOT_FOUND: CONFIGURATION,
};

/** What a throttled caller waits if FCM names no time. Source: Firebase, "Scale your FCM sending", "Handling retries". */
export const THROTTLED_WAIT_MS = 60_000;

/** What an error says besides its code. */
interface FcmWords {
  readonly message: string;
  /** The fields that are wrong, as in `message.token`. */
  readonly fields: readonly string[];
}

/** Whether the table knows a code. */
export const isFcmCode = (code: string): boolean => Object.hasOwn(FCM_CODES, code);

/** One code for a token that never was one and for a bad message: the field, or the words, tell them apart. */
export const fcmMeaning = (code: string, { message, fields }: FcmWords): CodeMeaning | undefined => {
  const ofToken = fields.length === 0 ? /registration token/i.test(message) : fields.includes('message.token');
  if (code === 'INVALID_ARGUMENT' && ofToken) return BAD_ADDRESS;
  return isFcmCode(code) ? FCM_CODES[code] : undefined;
};
