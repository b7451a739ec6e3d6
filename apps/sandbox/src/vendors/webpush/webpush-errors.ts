import type { Refusal } from '../../fault.js';
import { retryAfterHeaders } from '../../retry-after.js';
import type { Reply } from '../../vendor.js';

/** RFC 8030 speaks in statuses; the words are the sandbox's own. */
const WORDS: Readonly<Record<number, string>> = {
  400: 'The request is not valid.',
  401: 'The subscription wants VAPID authorization (RFC 8292).',
  403: 'The VAPID authorization is not valid for this subscription.',
  404: 'There is no such subscription.',
  405: 'A push message is sent with POST.',
  410: 'The subscription is gone.',
  413: 'The payload is larger than 4096 bytes.',
  429: 'Too many messages; try again later.',
};

/** A refusal; `errno` and the like of the vendors are left out: none of them is common to all. */
export const webpushError = (status: number, message = WORDS[status], headers: Reply['headers'] = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify({ code: status, message: message ?? `The sandbox was asked to fail with status ${status}.` }),
});

const STATUS_OF_MODE = { throttle: 429, reject: 410, auth: 403, error: 503 } as const;

/** `code` of a fault is the status itself: there is no other code. */
export const webpushRefusal = (refusal: Refusal): Reply => {
  const status = Number(refusal.code ?? refusal.status ?? STATUS_OF_MODE[refusal.mode]);
  const speaks = status >= 400 && status <= 599;
  return webpushError(speaks ? status : STATUS_OF_MODE[refusal.mode], undefined, retryAfterHeaders(refusal));
};
