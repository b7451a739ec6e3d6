import { randomBytes } from 'node:crypto';
import type { Refusal } from '../../fault.js';
import { retryAfterHeaders } from '../../retry-after.js';
import type { Reply } from '../../vendor.js';

/** https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes */
const CODES: Readonly<Record<number, { status: number; title: string; details: string }>> = {
  1: { status: 500, title: 'An unknown error occurred', details: 'Possible server error.' },
  2: {
    status: 503,
    title: 'Service temporarily unavailable',
    details: 'Temporary due to downtime or being overloaded.',
  },
  100: { status: 400, title: 'Invalid parameter', details: 'The request has an unsupported or missing parameter.' },
  190: { status: 401, title: 'Invalid OAuth access token', details: 'Cannot parse access token.' },
  130429: { status: 429, title: 'Rate limit hit', details: 'Cloud API message throughput has been reached.' },
  131008: { status: 400, title: 'Required parameter is missing', details: 'The request is missing a parameter.' },
  131026: { status: 400, title: 'Message undeliverable', details: 'The recipient can not be reached on WhatsApp.' },
  131047: {
    status: 400,
    title: 'Re-engagement message',
    details: 'More than 24 hours have passed since the customer last replied to this number.',
  },
  131050: { status: 400, title: 'User stopped marketing', details: 'The recipient stopped marketing messages.' },
  131056: {
    status: 429,
    title: 'Business Account, Consumer Account pair rate limit hit',
    details: 'Too many messages sent to the same number in a short time.',
  },
  132000: {
    status: 400,
    title: 'Number of parameters does not match the expected number of params',
    details: 'body: number of localizable_params does not match the expected number of params',
  },
  132001: {
    status: 404,
    title: 'Template name does not exist in the translation',
    details: 'The template is not approved in this language.',
  },
};

export const whatsappJson = (status: number, body: object, headers: Reply['headers'] = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=UTF-8', ...headers },
  body: JSON.stringify(body),
});

/** Title and details of an error as a failed message's report has them. */
export const whatsappReason = (code: number) => {
  const { title, details } = CODES[code] ?? { title: 'Generic user error', details: 'The sandbox was asked to fail.' };
  return { code, title, message: title, error_data: { details } };
};

/** An error of the Graph API; `status` stands in for a code that is not in the table. */
export const whatsappError = (code: number, details?: string, status = 400, headers: Reply['headers'] = {}): Reply => {
  const reason = whatsappReason(code);
  return whatsappJson(
    CODES[code]?.status ?? status,
    {
      error: {
        message: `(#${code}) ${reason.title}`,
        type: 'OAuthException',
        code,
        error_data: { messaging_product: 'whatsapp', details: details ?? reason.error_data.details },
        fbtrace_id: randomBytes(8).toString('base64url'),
      },
    },
    headers,
  );
};

const CODE_OF_MODE: Readonly<Record<Refusal['mode'], (status: number) => number>> = {
  throttle: () => 130429,
  reject: () => 131026,
  auth: () => 190,
  error: (status) => (status === 503 ? 2 : status < 500 ? 100 : 1),
};

export const whatsappRefusal = (refusal: Refusal): Reply => {
  const { status = refusal.mode === 'error' ? 503 : 400 } = refusal;
  // A code that is no number is another vendor's: such a fault hits several.
  const wanted = Number(refusal.code) || undefined;
  const code = wanted ?? CODE_OF_MODE[refusal.mode](status);
  const reply = whatsappError(code, undefined, status, retryAfterHeaders(refusal));
  return refusal.mode === 'error' && wanted === undefined ? { ...reply, status } : reply;
};
