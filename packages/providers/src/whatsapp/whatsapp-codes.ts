import {
  BAD_ADDRESS,
  CONFIGURATION,
  type CodeMeaning,
  DOUBTFUL_ADDRESS,
  REJECTED,
  THROTTLED,
  UNAVAILABLE,
} from '../code-table.js';

/**
 * Error codes of the WhatsApp Cloud API, as far as a send can meet them. Meta asks to go by `code`, not by the HTTP status.
 * Source: Meta, WhatsApp Business Platform, "Error codes"; Graph API, "Handle errors".
 */
export const WHATSAPP_CODES: Readonly<Record<number, CodeMeaning>> = {
  // the access token, its permissions, the account
  0: CONFIGURATION,
  3: CONFIGURATION,
  10: CONFIGURATION,
  33: CONFIGURATION,
  190: CONFIGURATION,
  368: CONFIGURATION,
  131005: CONFIGURATION,
  131031: CONFIGURATION,
  131037: CONFIGURATION,
  131042: CONFIGURATION,
  131045: CONFIGURATION,
  133000: CONFIGURATION,
  133010: CONFIGURATION,
  // limits: of the app, the account, the number, the pair of numbers
  4: THROTTLED,
  80007: THROTTLED,
  130429: THROTTLED,
  131048: THROTTLED,
  131056: THROTTLED,
  // Meta's own trouble
  1: { failure: 'transient', deadReason: 'attempts_exhausted' },
  2: UNAVAILABLE,
  131016: UNAVAILABLE,
  131057: UNAVAILABLE,
  133004: UNAVAILABLE,
  // the recipient: 131026 may also mean terms not yet accepted or an old app; 131050 is about marketing alone
  131021: BAD_ADDRESS,
  131026: DOUBTFUL_ADDRESS,
  131030: DOUBTFUL_ADDRESS,
  130472: REJECTED,
  130497: REJECTED,
  131047: REJECTED,
  131049: REJECTED,
  131050: REJECTED,
  // the message and its template
  100: REJECTED,
  131008: REJECTED,
  131009: REJECTED,
  131051: REJECTED,
  132000: REJECTED,
  132001: REJECTED,
  132005: REJECTED,
  132007: REJECTED,
  132012: REJECTED,
  132015: REJECTED,
  132016: REJECTED,
  135000: REJECTED,
};

/** One number may write to another once in 6 s; in all others of these Meta names no time. */
export const WAIT_MS: Readonly<Record<number, number>> = { 131056: 6_000 };

/** 200 to 299 are all permissions, without rows of their own. */
const isPermission = (code: number): boolean => code >= 200 && code <= 299;

/**
 * What a code means; undefined for one that no row lists. 100 is also the answer to the id of a phone number that this token
 * may not use (subcode 33), and then every message would get it.
 */
export const whatsappMeaning = (code: number, subcode: unknown): CodeMeaning | undefined => {
  if (isPermission(code) || (code === 100 && subcode === 33)) return CONFIGURATION;
  return Object.hasOwn(WHATSAPP_CODES, code) ? WHATSAPP_CODES[code] : undefined;
};

/** Whether the code alone, with a 5xx, proves that the message was not taken. With 1 Meta says that it does not know. */
export const codeProvesRefusal = (code: number): boolean =>
  code !== 1 && whatsappMeaning(code, undefined) !== undefined;
