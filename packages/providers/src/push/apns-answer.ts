import { type ProviderAnswer, parseRetryAfterMs } from '@crier/domain';
import { acceptedWithoutId, ambiguous, provesRefusal, refused } from '../code-table.js';
import { type HttpAnswer, jsonOf } from '../http-post.js';
import { apnsMeaning, isApnsCode } from './apns-codes.js';

/** The instant at which APNs saw that the token was gone, in ms since 1970, as ISO; undefined for none that can be read. */
const goneAt = (timestamp: unknown): string | undefined => {
  const at = new Date(typeof timestamp === 'number' ? timestamp : Number.NaN);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
};

/** 200 and our own apns-id; any other 2xx comes from something else (R-4.9a). */
const succeeded = ({ status, headers }: HttpAnswer): ProviderAnswer => {
  const messageId = headers['apns-id'];
  if (messageId) return { kind: 'accepted', messageId, status };
  if (status === 200) return acceptedWithoutId(status);
  return ambiguous(`http_${status}`, 'The provider’s answer could not be read.', status);
};

/**
 * What an answer of APNs proves about the notification (R-4.6, R-4.7, R-4.9a). A 410 says since when the token is gone: one
 * that was registered again later is another matter.
 */
export const readApnsAnswer = (answer: HttpAnswer, nowMs: number): ProviderAnswer => {
  const { status, headers } = answer;
  if (status >= 200 && status < 300) return succeeded(answer);
  const { reason, timestamp } = Object(jsonOf(answer)) as { reason?: unknown; timestamp?: unknown };
  const code = typeof reason === 'string' && /^\w+$/.test(reason) ? reason : `http_${status}`;
  const message = `APNs refused with ${code}.`;
  if (!provesRefusal(status) && !isApnsCode(code)) return ambiguous(code, `APNs answered with ${code}.`, status);
  const retryAfterMs = parseRetryAfterMs(headers['retry-after'], nowMs);
  const evidenceAt = goneAt(timestamp);
  return {
    ...refused(apnsMeaning(code, status), { code, status, message, retryAfterMs, unmapped: !isApnsCode(code) }),
    ...(evidenceAt === undefined ? {} : { evidenceAt }),
  };
};
