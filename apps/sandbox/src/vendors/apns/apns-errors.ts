import type { Refusal } from '../../fault.js';
import { retryAfterHeaders } from '../../retry-after.js';
import type { Reply } from '../../vendor.js';

/** https://developer.apple.com/documentation/usernotifications/handling-notification-responses-from-apns */
const STATUS_OF_REASON: Readonly<Record<string, number>> = {
  BadCertificate: 403,
  BadCertificateEnvironment: 403,
  BadDeviceToken: 400,
  BadEnvironmentKeyIdInToken: 403,
  BadMessageId: 400,
  BadPath: 404,
  BadTopic: 400,
  DeviceTokenNotForTopic: 400,
  ExpiredProviderToken: 403,
  ExpiredToken: 410,
  Forbidden: 403,
  InternalServerError: 500,
  InvalidProviderToken: 403,
  MethodNotAllowed: 405,
  MissingProviderToken: 403,
  MissingTopic: 400,
  PayloadEmpty: 400,
  PayloadTooLarge: 413,
  ServiceUnavailable: 503,
  Shutdown: 503,
  TooManyProviderTokenUpdates: 429,
  TooManyRequests: 429,
  UnrelatedKeyIdInToken: 403,
  Unregistered: 410,
};

/** An error by its reason. `timestamp` (ms): since when the token is gone, for 410. */
export const apnsError = (reason: string, options: { timestamp?: number; headers?: Reply['headers'] } = {}): Reply => ({
  status: STATUS_OF_REASON[reason] ?? 400,
  headers: { 'content-type': 'application/json', ...options.headers },
  body: JSON.stringify({ reason, ...(options.timestamp === undefined ? {} : { timestamp: options.timestamp }) }),
});

const REASON_OF_MODE: Readonly<Record<Refusal['mode'], (status: number) => string>> = {
  throttle: () => 'TooManyRequests',
  reject: () => 'BadDeviceToken',
  auth: () => 'InvalidProviderToken',
  error: (status) => (status === 500 ? 'InternalServerError' : 'ServiceUnavailable'),
};

/** `now` in ms since the epoch. */
export const apnsRefusal = (refusal: Refusal, now: number): Reply => {
  const { mode, code, status = 503 } = refusal;
  const reason = code ?? REASON_OF_MODE[mode](status);
  const gone = STATUS_OF_REASON[reason] === 410;
  const reply = apnsError(reason, { headers: retryAfterHeaders(refusal), ...(gone ? { timestamp: now } : {}) });
  return mode === 'error' && code === undefined ? { ...reply, status } : reply;
};
