import { type ProviderAnswer, parseRetryAfterMs } from '@crier/domain';
import type { AxiosAnswer } from '../axios-answer.js';
import { acceptedWithoutId, ambiguous, provesRefusal, refused, unlisted } from '../code-table.js';
import { type SendGridError, sendgridCode } from './sendgrid-codes.js';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The errors of `{ "errors": [{ "message", "field", "help" }] }`; none in the page of a proxy. */
const errorsIn = (body: unknown): SendGridError[] => {
  const { errors } = Object(body) as { errors?: unknown };
  if (!Array.isArray(errors)) return [];
  return errors.map((one) => ({ message: textOf(Object(one).message), field: textOf(Object(one).field) }));
};

const wordsOf = (errors: readonly SendGridError[]): string =>
  errors.map(({ field, message }) => (field === '' ? message : `${field}: ${message}`)).join(' ') ||
  'The provider’s answer could not be read.';

/** Retry-After; else, when it throttles, the instant at which its window ends, in seconds since 1970. */
const retryAfterMs = ({ statusCode, headers }: AxiosAnswer, nowMs: number): number => {
  const waitMs = parseRetryAfterMs(headers['retry-after'], nowMs);
  if (waitMs > 0 || statusCode !== 429) return waitMs;
  return parseRetryAfterMs(new Date(Number(headers['x-ratelimit-reset']) * 1000).toUTCString(), nowMs);
};

/** 202 alone says that a mail is queued: any other 2xx without a message id comes from something else (R-4.9a). */
const succeeded = ({ statusCode, headers }: AxiosAnswer): ProviderAnswer => {
  const messageId = headers['x-message-id'];
  if (messageId) return { kind: 'accepted', messageId, status: statusCode };
  if (statusCode === 202) return acceptedWithoutId(statusCode);
  return ambiguous(`http_${statusCode}`, 'The provider’s answer could not be read.', statusCode);
};

/** What an answer of SendGrid's proves about the mail (R-4.6, R-4.7, R-4.9a). */
export const readSendGridAnswer = (answer: AxiosAnswer, nowMs: number): ProviderAnswer => {
  const status = answer.statusCode;
  if (status >= 200 && status < 300) return succeeded(answer);
  const errors = errorsIn(answer.body);
  const row = sendgridCode(status, errors);
  const code = row?.code ?? `http_${status}`;
  const message = wordsOf(errors);
  if (!provesRefusal(status)) return ambiguous(code, message, status);
  const details = { code, status, message, retryAfterMs: retryAfterMs(answer, nowMs), unmapped: row === undefined };
  return refused(row?.meaning ?? unlisted(status), details);
};
