import { domainToASCII } from 'node:url';
import { parsePhoneNumberFromString } from 'libphonenumber-js';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const UNPRINTABLE = /[\u0000-\u0020\u007f-\u009f\u2028\u2029]/;
const LOCAL = /^[^\s@<>()[\]\\,;:"]+$/u;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
// ASCII that no host name has: `domainToASCII` reads a URL's path, port or escape there and would cut or decode it.
const NOT_IN_A_HOST = /[^a-zA-Z0-9.\-\u0080-\u{10ffff}]/u;
// Octets (RFC 5321 4.5.3.1): 64 before the @; 256 for a path in angle brackets, so 254 for the address.
const MAX_LOCAL = 64;
const MAX_ADDRESS = 254;

/** A host name of at least two labels, in punycode. A last label of digits would be an IPv4 address (`127.1` is 127.0.0.1). */
const hostName = (text: string): string | undefined => {
  if (NOT_IN_A_HOST.test(text)) return undefined;
  const name = domainToASCII(text).toLowerCase();
  const labels = name.split('.');
  const sound = labels.length > 1 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '');
  return sound ? name : undefined;
};

/**
 * Canonical form of an email address (R-3.3a): lower case, the domain in punycode, plus-tags and dots kept.
 * Undefined when it can't be one. Quoted local parts are refused: no ERP means them, and header injection hides there.
 */
export const canonicalEmail = (text: string): string | undefined => {
  const address = text.normalize('NFC').trim();
  const at = address.lastIndexOf('@');
  if (at < 1 || UNPRINTABLE.test(address)) return undefined;
  const local = address.slice(0, at).toLowerCase().normalize('NFC');
  const domain = hostName(address.slice(at + 1));
  const octets = Buffer.byteLength(local);
  const sound =
    LOCAL.test(local) &&
    octets <= MAX_LOCAL &&
    !local.startsWith('.') &&
    !local.endsWith('.') &&
    !local.includes('..') &&
    domain !== undefined &&
    octets + 1 + domain.length <= MAX_ADDRESS;
  return sound ? `${local}@${domain}` : undefined;
};

/**
 * Canonical form of a phone number: E.164. Undefined when libphonenumber finds it impossible, it has no country code, there
 * is more than a number in the text, or it has an extension, which no message reaches. Invisible marks that address books
 * copy along are ignored.
 */
export const canonicalPhone = (text: string): string | undefined => {
  const phone = parsePhoneNumberFromString(text.replace(/\p{Cf}/gu, '').trim(), { extract: false });
  return phone?.isPossible() && phone.ext === undefined ? phone.number : undefined;
};

/** `maria@example.com` -> `m***@example.com`, `+9779800000000` -> `+977***00`: enough to recognise, too little to write to. */
export const maskAddress = (address: string): string => {
  const at = address.lastIndexOf('@');
  if (at > 0) return `${String.fromCodePoint(address.codePointAt(0) ?? 0)}***${address.slice(at)}`;
  return address.length > 6 ? `${address.slice(0, 4)}***${address.slice(-2)}` : '***';
};

// The look-behind keeps it linear: without it a long word is tried from each of its letters.
const EMAIL_IN_TEXT = /(?<![^\s<>"@])[^\s<>"@]+(?:@|%40)[^\s<>"'@]+\.[^\s<>"'@]+/gu;
const PHONE_IN_TEXT = /\+\d[\d\s().-]{5,}\d|\d[\d\s().-]{7,}\d/g;

/** Reply code and enhanced status of SMTP (RFC 3463): digits enough to be taken for a number, and the very thing to know. */
const SMTP_REPLY = /(\b[245]\d\d[ -][245]\.\d{1,3}\.\d{1,3}\b)/;

const redact = (text: string): string => text.replace(EMAIL_IN_TEXT, '[address]').replace(PHONE_IN_TEXT, '[number]');

/** Takes addresses and numbers out of a provider's sentence, so that it may stand in logs and job errors. */
export const redactAddresses = (text: string): string =>
  text
    .split(SMTP_REPLY)
    .map((part, n) => (n % 2 === 1 ? part : redact(part)))
    .join('');
