import type { Refusal } from '../../fault.js';
import { retryAfterHeaders } from '../../retry-after.js';
import type { Reply } from '../../vendor.js';

interface FcmCode {
  readonly status: number;
  /** The canonical code of google.rpc. */
  readonly rpc: string;
  readonly message: string;
}

/** https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode */
const CODES: Readonly<Record<string, FcmCode>> = {
  INVALID_ARGUMENT: {
    status: 400,
    rpc: 'INVALID_ARGUMENT',
    message: 'The registration token is not a valid FCM registration token',
  },
  UNREGISTERED: { status: 404, rpc: 'NOT_FOUND', message: 'Requested entity was not found.' },
  SENDER_ID_MISMATCH: { status: 403, rpc: 'PERMISSION_DENIED', message: 'SenderId mismatch' },
  THIRD_PARTY_AUTH_ERROR: { status: 401, rpc: 'UNAUTHENTICATED', message: 'Auth error from APNS or Web Push Service' },
  QUOTA_EXCEEDED: { status: 429, rpc: 'RESOURCE_EXHAUSTED', message: 'Message sending quota exceeded.' },
  UNAVAILABLE: { status: 503, rpc: 'UNAVAILABLE', message: 'The service is currently unavailable.' },
  INTERNAL: { status: 500, rpc: 'INTERNAL', message: 'Internal error encountered.' },
};

export const fcmJson = (status: number, body: object, headers: Reply['headers'] = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=UTF-8', ...headers },
  body: JSON.stringify(body),
});

const rpcError = (
  { status, rpc, message }: FcmCode,
  details: readonly object[],
  headers: Reply['headers'] = {},
): Reply => fcmJson(status, { error: { code: status, message, status: rpc, details } }, headers);

const fcmDetail = (errorCode: string) => ({
  '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError',
  errorCode,
});

/** An error with FCM's own code; `status` stands in for a code that is not in the table. */
export const fcmError = (code: string, status = 400, headers: Reply['headers'] = {}): Reply => {
  const known = CODES[code] ?? { status, rpc: code, message: `The sandbox was asked to fail with ${code}.` };
  return rpcError(known, [fcmDetail(code)], headers);
};

/** A message that is not well formed; `field` as in `message.data[0].value`. */
export const fcmBadField = (field: string, description: string): Reply =>
  rpcError({ status: 400, rpc: 'INVALID_ARGUMENT', message: `Invalid value at '${field}': ${description}` }, [
    { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field, description }] },
    fcmDetail('INVALID_ARGUMENT'),
  ]);

/** Errors of the HTTP layer carry no code of FCM's. */
export const fcmUnauthenticated = (): Reply =>
  rpcError(
    {
      status: 401,
      rpc: 'UNAUTHENTICATED',
      message: 'Request had invalid authentication credentials. Expected OAuth 2 access token.',
    },
    [],
  );
export const fcmNotFound = (): Reply =>
  rpcError({ status: 404, rpc: 'NOT_FOUND', message: 'The requested URL was not found on this server.' }, []);
export const fcmTooLarge = (maxBytes: number): Reply =>
  rpcError({ status: 413, rpc: 'INVALID_ARGUMENT', message: `The request is over ${maxBytes} bytes.` }, []);

const CODE_OF_MODE = {
  throttle: () => 'QUOTA_EXCEEDED',
  reject: () => 'INVALID_ARGUMENT',
  error: (status: number) => (status === 503 ? 'UNAVAILABLE' : status < 500 ? 'UNSPECIFIED_ERROR' : 'INTERNAL'),
} as const;

export const fcmRefusal = (refusal: Refusal): Reply => {
  const { mode, code, status = mode === 'error' ? 503 : 400 } = refusal;
  if (code !== undefined) return fcmError(code, status, retryAfterHeaders(refusal));
  if (mode === 'auth') return fcmUnauthenticated();
  const reply = fcmError(CODE_OF_MODE[mode](status), status, retryAfterHeaders(refusal));
  return mode === 'error' ? { ...reply, status } : reply;
};
