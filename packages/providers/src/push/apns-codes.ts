import {
  CONFIGURATION,
  type CodeMeaning,
  DOUBTFUL_ADDRESS,
  REJECTED,
  THROTTLED,
  UNAVAILABLE,
  unlisted,
} from '../code-table.js';
import { UNREGISTERED } from './unregistered.js';

/**
 * APNs error strings. DeviceTokenNotForTopic is left to the one token: another app's token would otherwise stop all the
 * others, and a wrong APNS_TOPIC would delete every token. InternalServerError has no row: it proves nothing (R-4.9a).
 * Source: Apple, "Handling notification responses from APNs", "Response error strings".
 */
export const APNS_CODES: Readonly<Record<string, CodeMeaning>> = {
  BadDeviceToken: UNREGISTERED,
  ExpiredToken: UNREGISTERED,
  Unregistered: UNREGISTERED,
  DeviceTokenNotForTopic: DOUBTFUL_ADDRESS,
  MissingDeviceToken: DOUBTFUL_ADDRESS,
  // All of our path but the token is constant: one malformed token must not pause APNs for everybody.
  BadPath: DOUBTFUL_ADDRESS,
  BadCollapseId: REJECTED,
  BadExpirationDate: REJECTED,
  BadMessageId: REJECTED,
  BadPriority: REJECTED,
  DuplicateHeaders: REJECTED,
  InvalidPushType: REJECTED,
  PayloadEmpty: REJECTED,
  PayloadTooLarge: REJECTED,
  BadCertificate: CONFIGURATION,
  BadCertificateEnvironment: CONFIGURATION,
  BadEnvironmentKeyIdInToken: CONFIGURATION,
  BadTopic: CONFIGURATION,
  ExpiredProviderToken: CONFIGURATION,
  Forbidden: CONFIGURATION,
  InvalidProviderToken: CONFIGURATION,
  MethodNotAllowed: CONFIGURATION,
  MissingProviderToken: CONFIGURATION,
  MissingTopic: CONFIGURATION,
  TopicDisallowed: CONFIGURATION,
  UnrelatedKeyIdInToken: CONFIGURATION,
  TooManyProviderTokenUpdates: THROTTLED,
  TooManyRequests: THROTTLED,
  IdleTimeout: UNAVAILABLE,
  ServiceUnavailable: UNAVAILABLE,
  Shutdown: UNAVAILABLE,
};

/** Whether the table knows a reason. */
export const isApnsCode = (reason: string): boolean => Object.hasOwn(APNS_CODES, reason);

/** What a reason means; for one that no row lists the status decides. */
export const apnsMeaning = (reason: string, status: number): CodeMeaning =>
  (isApnsCode(reason) ? APNS_CODES[reason] : undefined) ?? unlisted(status);
