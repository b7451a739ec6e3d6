import { type ProviderAnswer, parseRetryAfterMs } from '@crier/domain';
import type { AxiosAnswer } from '../axios-answer.js';
import { acceptedWithoutId, ambiguous, provesRefusal, refused } from '../code-table.js';
import { isTwilioCode, twilioMeaning } from './twilio-codes.js';

/** The message, or the error: `{ "code": 21211, "message", … }`, in newer answers with `detail` (RFC 9457) for its words. */
interface TwilioBody {
  readonly sid?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly detail?: unknown;
}

const bodyOf = (body: unknown): TwilioBody | undefined =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? body : undefined;

/** 201 alone says that a message was created: any other 2xx without its sid comes from something else (R-4.9a). */
const succeeded = (status: number, body: TwilioBody | undefined): ProviderAnswer => {
  if (typeof body?.sid === 'string' && body.sid !== '') return { kind: 'accepted', messageId: body.sid, status };
  if (status === 201 && body) return acceptedWithoutId(status);
  return ambiguous(`http_${status}`, 'The provider’s answer could not be read.', status);
};

/** What an answer of Twilio's proves about the message (R-4.6, R-4.7, R-4.9a). */
export const readTwilioAnswer = ({ statusCode: status, headers, body }: AxiosAnswer, nowMs: number): ProviderAnswer => {
  const said = bodyOf(body);
  if (status >= 200 && status < 300) return succeeded(status, said);
  const code = typeof said?.code === 'number' ? String(said.code) : `http_${status}`;
  const words = said?.message ?? said?.detail;
  const message = typeof words === 'string' ? words : 'The provider’s answer could not be read.';
  if (!provesRefusal(status) && !isTwilioCode(code)) return ambiguous(code, message, status);
  const retryAfterMs = parseRetryAfterMs(headers['retry-after'], nowMs);
  return refused(twilioMeaning(code, status), { code, status, message, retryAfterMs, unmapped: !isTwilioCode(code) });
};
