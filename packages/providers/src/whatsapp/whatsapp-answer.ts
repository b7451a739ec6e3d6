import { type ProviderAnswer, parseRetryAfterMs } from '@crier/domain';
import { acceptedWithoutId, ambiguous, provesRefusal, refused, unlisted } from '../code-table.js';
import { type HttpAnswer, jsonOf } from '../http-post.js';
import { codeProvesRefusal, WAIT_MS, whatsappMeaning } from './whatsapp-codes.js';

const UNREADABLE = 'The provider’s answer could not be read.';

/** `{ "messages": [{ "id": "wamid.…" }] }`. A 2xx that is no JSON object is not Meta's, and says nothing (R-4.9a). */
const succeeded = (answer: HttpAnswer): ProviderAnswer => {
  const { status } = answer;
  const json = jsonOf(answer);
  if (typeof json !== 'object' || json === null) return ambiguous(`http_${status}`, UNREADABLE, status);
  const { messages } = json as { messages?: unknown };
  const messageId: unknown = Array.isArray(messages) ? Object(messages[0]).id : undefined;
  if (typeof messageId === 'string' && messageId !== '') return { kind: 'accepted', messageId, status };
  return acceptedWithoutId(status);
};

interface GraphError {
  readonly code?: unknown;
  readonly error_subcode?: unknown;
  readonly message?: unknown;
  readonly error_data?: unknown;
}

/** The title is in `message`, what exactly is wrong in `error_data.details`. */
const wordsOf = ({ message, error_data: data }: GraphError): string =>
  [message, Object(data).details].filter((text) => typeof text === 'string').join(': ') || UNREADABLE;

/** What an answer of the Graph API proves about the message (R-4.6, R-4.7, R-4.9a). */
export const readWhatsappAnswer = (answer: HttpAnswer, nowMs: number): ProviderAnswer => {
  const { status, headers } = answer;
  if (status >= 200 && status < 300) return succeeded(answer);
  const error: GraphError = Object(Object(jsonOf(answer)).error);
  const number = typeof error.code === 'number' ? error.code : Number.NaN;
  const code = Number.isInteger(number) ? String(number) : `http_${status}`;
  const message = wordsOf(error);
  if (!provesRefusal(status) && !codeProvesRefusal(number)) return ambiguous(code, message, status);
  const meaning = whatsappMeaning(number, error.error_subcode);
  const retryAfterMs = Math.max(parseRetryAfterMs(headers['retry-after'], nowMs), WAIT_MS[number] ?? 0);
  return refused(meaning ?? unlisted(status), { code, status, message, retryAfterMs, unmapped: meaning === undefined });
};
