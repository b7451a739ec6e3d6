import { type ProviderAnswer, parseRetryAfterMs } from '@crier/domain';
import { acceptedWithoutId, ambiguous, DOUBTFUL_ADDRESS, provesRefusal, refused, unlisted } from '../code-table.js';
import { type HttpAnswer, jsonOf } from '../http-post.js';
import { webpushCode } from './webpush-codes.js';

/** Location names the message (RFC 8030, 5); Apple and Microsoft name it in a header of their own as well, or instead. */
const messageIdIn = ({ headers }: HttpAnswer): string | undefined =>
  headers.location || headers['apns-id'] || headers['x-wns-msg-id'];

/** 201 and 202 say that a message is taken; any other 2xx without a name for it comes from something else (R-4.9a). */
const succeeded = (answer: HttpAnswer): ProviderAnswer => {
  const { status } = answer;
  const messageId = messageIdIn(answer);
  if (messageId) return { kind: 'accepted', messageId, status };
  if (status === 201 || status === 202) return acceptedWithoutId(status);
  return ambiguous(`http_${status}`, 'The provider’s answer could not be read.', status);
};

/** The push service's words, without the endpoint in them: whoever knows it can write to the device. */
const wordsOf = (answer: HttpAnswer, endpoint: URL): string => {
  const { message, reason } = Object(jsonOf(answer)) as { message?: unknown; reason?: unknown };
  const text = [message, reason, answer.body].find((words) => typeof words === 'string' && words !== '');
  const secret = endpoint.pathname.split('/').at(-1);
  const words = typeof text === 'string' ? text.replaceAll(endpoint.href, '[endpoint]') : '';
  return (secret ? words.replaceAll(secret, '[endpoint]') : words) || `The push service answered ${answer.status}.`;
};

/**
 * What a push service's answer proves about the message (R-4.6, R-4.7, R-4.9a). `trusted`: it is one of those that browsers
 * use. Any other is whatever a subscription named, and can't accuse our configuration, which would stop all the others.
 */
export const readWebpushAnswer = (
  answer: HttpAnswer,
  { endpoint, trusted, nowMs }: { endpoint: URL; trusted: boolean; nowMs: number },
): ProviderAnswer => {
  const { status, headers } = answer;
  if (status >= 200 && status < 300) return succeeded(answer);
  const message = wordsOf(answer, endpoint);
  const row = webpushCode(status, message);
  const code = row?.code ?? `http_${status}`;
  if (!provesRefusal(status)) return ambiguous(code, message, status);
  const meaning = row?.meaning ?? unlisted(status);
  const retryAfterMs = parseRetryAfterMs(headers['retry-after'], nowMs);
  const believed = meaning.failure === 'configuration' && !trusted ? DOUBTFUL_ADDRESS : meaning;
  return refused(believed, { code, status, message, retryAfterMs, unmapped: row === undefined });
};
