import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a link is for. A token of one purpose is worth nothing for another. */
export type LinkPurpose = 'replay' | 'document' | 'unsubscribe' | 'inbox' | 'preferences';

export type LinkReading =
  | { readonly kind: 'valid'; readonly subject: string }
  /** It was ours, and its time is over. */
  | { readonly kind: 'expired' }
  | { readonly kind: 'invalid' };

// A subject that names a thousand deliveries still fits a URL; longer is nobody's.
const MAX_LENGTH = 64 * 1024;

const macOf = (secret: string, purpose: LinkPurpose, body: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['link', purpose, body]))
    .digest('base64url');

const isSame = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other);

/**
 * A token for a URL that says what may be opened, and until when: `<body>.<HMAC-SHA256>`, both base64url. It is signed, not
 * sealed: `subject` can be read by whoever has it, so it names ids and codes, no person. The first secret signs.
 * Throws when there is none.
 */
export const signLink = (
  secrets: readonly string[],
  link: { purpose: LinkPurpose; subject: string; expiresAtMs: number },
): string => {
  const [secret] = secrets;
  if (secret === undefined || secret === '') throw new Error('there is no secret to sign links with');
  const body = Buffer.from(JSON.stringify([link.subject, link.expiresAtMs])).toString('base64url');
  return `${body}.${macOf(secret, link.purpose, body)}`;
};

/**
 * Reads a token: any of the secrets may have signed it, so that they can be changed while links are out. The signature is
 * compared whole before anything inside is looked at. Never throws, whatever it is given.
 */
export const readLink = (
  secrets: readonly string[],
  purpose: LinkPurpose,
  token: string,
  nowMs: number,
): LinkReading => {
  const [body = '', signature = '', ...more] = token.length > MAX_LENGTH ? [] : token.split('.');
  const given = Buffer.from(signature);
  const isOurs = secrets
    .filter((secret) => secret !== '')
    .map((secret) => isSame(Buffer.from(macOf(secret, purpose, body)), given))
    .includes(true);
  if (!isOurs || more.length > 0) return { kind: 'invalid' };
  const [subject, expiresAtMs] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [string, number];
  return nowMs < expiresAtMs ? { kind: 'valid', subject } : { kind: 'expired' };
};
