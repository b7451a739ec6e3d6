/** W3C Trace Context, version 00: https://www.w3.org/TR/trace-context/#traceparent-header. An unreadable one is dropped, as the standard says. */
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

export const readTraceparent = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && TRACEPARENT.test(header) ? header : null;
