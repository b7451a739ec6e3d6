import type { Refusal } from '../../fault.js';
import { retryAfterHeaders } from '../../retry-after.js';
import type { Reply } from '../../vendor.js';

/** https://www.twilio.com/docs/api/errors; the codes of 20xxx that are not here are an HTTP status with 20 in front. */
const CODES: Readonly<Record<number, { status: number; message: string }>> = {
  20003: { status: 401, message: 'Authenticate' },
  20404: { status: 404, message: 'The requested resource was not found' },
  20429: { status: 429, message: 'Too Many Requests' },
  20500: { status: 500, message: 'Internal Server Error' },
  20503: { status: 503, message: 'Service unavailable. Please retry' },
  21211: { status: 400, message: "Invalid 'To' Phone Number" },
  21408: {
    status: 400,
    message: "Permission to send an SMS has not been enabled for the region indicated by the 'To' number",
  },
  21602: { status: 400, message: 'Message body is required.' },
  21603: { status: 400, message: "A 'From' phone number is required." },
  21604: { status: 400, message: "A 'To' phone number is required." },
  21606: {
    status: 400,
    message: "The 'From' phone number provided is not a valid message-capable Twilio phone number",
  },
  21609: { status: 400, message: "The 'StatusCallback' URL is not a valid URL." },
  21610: { status: 400, message: 'Attempt to send to unsubscribed recipient' },
  21611: { status: 429, message: "This 'From' number has exceeded the maximum number of queued messages" },
  21614: { status: 400, message: "'To' number is not a valid mobile number" },
  21617: { status: 400, message: 'The concatenated message body exceeds the 1600 character limit' },
};

export const twilioJson = (status: number, body: object, headers: Reply['headers'] = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json;charset=utf-8', ...headers },
  body: JSON.stringify(body),
});

/** An error in Twilio's own form; `status` stands in for a code that is not in the table. */
export const twilioError = (code: number, status = 400, headers: Reply['headers'] = {}): Reply => {
  const known = CODES[code] ?? { status, message: `The sandbox was asked to fail with ${code}.` };
  const { message } = known;
  return twilioJson(
    known.status,
    { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status: known.status },
    headers,
  );
};

const CODE_OF_MODE: Readonly<Record<Refusal['mode'], (status: number) => number>> = {
  throttle: () => 20429,
  reject: () => 21211,
  auth: () => 20003,
  error: (status) => 20_000 + status,
};

export const twilioRefusal = (refusal: Refusal): Reply => {
  const status = refusal.status ?? (refusal.mode === 'error' ? 503 : 400);
  // A code that is no number is another vendor's: such a fault hits several.
  const code = Number(refusal.code) || CODE_OF_MODE[refusal.mode](status);
  return twilioError(code, status, retryAfterHeaders(refusal));
};
