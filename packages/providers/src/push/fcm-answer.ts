import { type ProviderAnswer, parseRetryAfterMs } from '@crier/domain';
import { acceptedWithoutId, ambiguous, provesRefusal, refused, unlisted } from '../code-table.js';
import { type HttpAnswer, jsonOf } from '../http-post.js';
import { fcmMeaning, isFcmCode, THROTTLED_WAIT_MS } from './fcm-codes.js';

const UNREADABLE = 'The provider’s answer could not be read.';
const FCM_ERROR = 'type.googleapis.com/google.firebase.fcm.v1.FcmError';

/** `{ "name": "projects/…/messages/…" }`. A 2xx that is no JSON object is not FCM's, and says nothing (R-4.9a). */
const succeeded = (answer: HttpAnswer): ProviderAnswer => {
  const { status } = answer;
  const json = jsonOf(answer);
  if (typeof json !== 'object' || json === null) return ambiguous(`http_${status}`, UNREADABLE, status);
  const { name } = json as { name?: unknown };
  if (typeof name === 'string' && name !== '') return { kind: 'accepted', messageId: name, status };
  return acceptedWithoutId(status);
};

interface Detail {
  readonly '@type'?: unknown;
  readonly errorCode?: unknown;
  readonly fieldViolations?: unknown;
}

/** The error of `{ "error": { "status", "message", "details" } }`: FCM's own code stands in the details, if FCM was asked. */
const errorIn = (answer: HttpAnswer) => {
  const {
    status,
    message,
    details: list,
  }: { status?: unknown; message?: unknown; details?: unknown } = Object(Object(jsonOf(answer)).error);
  const details: Detail[] = Array.isArray(list) ? list.map(Object) : [];
  const own = details.find((detail) => detail['@type'] === FCM_ERROR)?.errorCode;
  return {
    code: [own, status].find((code) => typeof code === 'string') ?? `http_${answer.status}`,
    message: typeof message === 'string' ? message : UNREADABLE,
    fields: details.flatMap((detail) => detail.fieldViolations ?? []).map((one) => String(Object(one).field)),
  };
};

/** What an answer of FCM's proves about the notification (R-4.6, R-4.7, R-4.9a). */
export const readFcmAnswer = (answer: HttpAnswer, nowMs: number): ProviderAnswer => {
  const { status, headers } = answer;
  if (status >= 200 && status < 300) return succeeded(answer);
  const { code, message, fields } = errorIn(answer);
  if (!provesRefusal(status) && !isFcmCode(code)) return ambiguous(code, message, status);
  const row = fcmMeaning(code, { message, fields });
  const meaning = row ?? unlisted(status);
  const asked = parseRetryAfterMs(headers['retry-after'], nowMs);
  const retryAfterMs = asked === 0 && meaning.deadReason === 'throttled' ? THROTTLED_WAIT_MS : asked;
  return refused(meaning, { code, status, message, retryAfterMs, unmapped: row === undefined });
};
