import { domainToASCII } from 'node:url';
import { parsePhoneNumberFromString } from 'libphonenumber-js';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const UNPRINTABLE = /[\u0000-\u0020\u007f-\u009f\u2028\u2029]/;
const LOCAL = /^[^\s@<>()[\]\\,;:"]{1,64}$/u;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/**
 * Canonical form of an email address (R-3.3a): lower case, the domain in punycode, plus-tags and dots kept.
 * Undefined when it can't be one. Quoted local parts are refused: no ERP means them, and header injection hides there.
 */
export const canonicalEmail = (text: string): string | undefined => {
  const address = text.normalize('NFC').trim();
  const at = address.lastIndexOf('@');
  if (at < 1 || UNPRINTABLE.test(address)) return undefined;
  const local = address.slice(0, at).toLowerCase();
  const domain = domainToASCII(address.slice(at + 1)).toLowerCase();
  const labels = domain.split('.');
  const sound =
    LOCAL.test(local) &&
    !local.startsWith('.') &&
    !local.endsWith('.') &&
    !local.includes('..') &&
    domain.length <= 253;
  return sound && labels.length > 1 && labels.every((label) => LABEL.test(label)) ? `${local}@${domain}` : undefined;
};

/** Canonical form of a phone number: E.164. Undefined when libphonenumber finds it impossible or it has no country code. */
export const canonicalPhone = (text: string): string | undefined => {
  const phone = parsePhoneNumberFromString(text.trim());
  return phone?.isPossible() ? phone.number : undefined;
};

/** `maria@example.com` -> `m***@example.com`, `+9779800000000` -> `+977***00`: enough to recognise, too little to write to. */
export const maskAddress = (address: string): string => {
  const at = address.lastIndexOf('@');
  if (at > 0) return `${address.slice(0, 1)}***${address.slice(at)}`;
  return address.length > 6 ? `${address.slice(0, 4)}***${address.slice(-2)}` : '***';
};

const EMAIL_IN_TEXT = /[^\s<>"'@]+@[^\s<>"'@]+\.[^\s<>"'@]+/gu;
const PHONE_IN_TEXT = /\+?\d[\d\s().-]{7,}\d/g;

/** Takes addresses and numbers out of a provider's sentence, so that it may stand in logs and job errors. */
export const redactAddresses = (text: string): string =>
  text.replace(EMAIL_IN_TEXT, '[address]').replace(PHONE_IN_TEXT, '[number]');
