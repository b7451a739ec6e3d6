/** Every error that an HTTP caller can meet: status, whether trying the same again can help, and its title (RFC 9457). */
export const ERRORS = {
  invalid_json: { http: 400, retry: false, title: 'The body is not JSON' },
  wrong_charset: { http: 400, retry: false, title: 'The body is not UTF-8' },
  bad_request: { http: 400, retry: false, title: 'The request can’t be read' },
  unauthorized: { http: 401, retry: false, title: 'No valid key or token' },
  forbidden: { http: 403, retry: false, title: 'This key may not do that' },
  not_found: { http: 404, retry: false, title: 'Nothing here by that name' },
  method_not_allowed: { http: 405, retry: false, title: 'Not with this method' },
  conflict: { http: 409, retry: false, title: 'The same event was posted before with other content' },
  too_large: { http: 413, retry: false, title: 'The body is too large' },
  unsupported_media_type: { http: 415, retry: false, title: 'This content type is not read here' },
  invalid: { http: 422, retry: false, title: 'The body is readable but not valid' },
  backlogged: { http: 429, retry: true, title: 'Too much of this lane waits already' },
  too_many_streams: { http: 429, retry: true, title: 'This inbox is open in too many places' },
  internal: { http: 500, retry: true, title: 'Something went wrong here' },
  not_set_up: { http: 501, retry: false, title: 'This Crier is not set up for that' },
  unavailable: { http: 503, retry: true, title: 'The database can’t be reached' },
  overloaded: { http: 503, retry: true, title: 'More than can be stored at once' },
} as const;
export type ErrorCode = keyof typeof ERRORS;

/** One faulty field: where (JSON pointer, RFC 6901), a stable code, and what to do about it in words. */
export interface FieldError {
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
}

/** A problem document (RFC 9457). */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance?: string;
  readonly code: ErrorCode;
  readonly errors: readonly FieldError[];
}

export const problemOf = (
  code: ErrorCode,
  detail: string,
  errors: readonly FieldError[] = [],
  instance?: string,
): Problem => ({
  type: `urn:crier:error:${code}`,
  title: ERRORS[code].title,
  status: ERRORS[code].http,
  detail,
  ...(instance === undefined ? {} : { instance }),
  code,
  errors,
});
