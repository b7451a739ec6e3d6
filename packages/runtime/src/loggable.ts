/** Names under which people, what is said to them, and keys travel. Compared without case, `-` and `_`. */
const PERSONAL = new Set([
  'email',
  'phone',
  'whatsapp',
  'address',
  'addresses',
  'to',
  'destination',
  'destinations',
  'token',
  'authorization',
  'cookie',
  'setcookie',
  'password',
  'secret',
  'apikey',
  'body',
  'html',
  'text',
  'subject',
  'data',
]);
const REDACTED = '[redacted]';
const MAX_DEPTH = 6;
/** Longer text is no message but content. */
const MAX_TEXT = 2_000;

/** Something with an @ in it: an email address, or a URL with a password. The look-behind keeps it linear. */
const AT_SIGN = /(?<![^\s"'<>()])[^\s"'<>()@]+@[^\s"'<>()]+/g;
const PHONE = /\+\d[\d ().-]{5,}\d/g;

const loggableText = (text: string): string => {
  const cut = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  return cut.replace(AT_SIGN, REDACTED).replace(PHONE, REDACTED);
};

/** Code places only: paths hold an @ too (`node_modules/@scope`), and say nothing about a person. */
const framesOf = (error: Error): string =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');

/** Drivers hang rows, parameters and whole responses onto their errors: only these four say what broke and nothing else. */
const loggableError = (error: Error, depth: number): unknown => ({
  type: error.name,
  message: loggableText(error.message),
  ...('code' in error ? { code: loggable(error.code, depth + 1) } : {}),
  ...(error.cause === undefined ? {} : { cause: loggable(error.cause, depth + 1) }),
  stack: framesOf(error),
});

const isPersonal = (key: string): boolean => PERSONAL.has(key.replace(/[-_]/g, '').toLowerCase());

const loggableMembers = (object: object, depth: number): unknown =>
  Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, isPersonal(key) ? REDACTED : loggable(value, depth + 1)]),
  );

/**
 * A copy of a value that may be logged: what goes by a personal name is cut out at every depth, addresses and
 * international numbers in text are replaced, errors keep their type, code, message, cause and stack.
 */
export const loggable = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') return loggableText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return '[deeper]';
  if (value instanceof Error) return loggableError(value, depth);
  if (Array.isArray(value)) return value.map((item) => loggable(item, depth + 1));
  if (value instanceof Date) return value;
  const prototype = Object.getPrototypeOf(value);
  // Sockets, requests, buffers: nobody means to log what hangs on them.
  if (prototype !== Object.prototype && prototype !== null) return `[${value.constructor?.name ?? 'object'}]`;
  return loggableMembers(value, depth);
};
