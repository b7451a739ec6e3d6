import { canonicalEmail, canonicalPhone, redactAddresses } from '@crier/domain';

const MOST_WORDS = 500;
/** What a message id looks like, so that nothing else is looked for in the database. */
const MESSAGE_ID = /^[\x21-\x7e]{1,256}$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL takes no NUL, and the others belong on no page
const CONTROL = /[\u0000-\u001f\u007f]+/g;

/** A provider's id of a message, or null for what cannot be one. */
export const messageIdOf = (text: string | null | undefined): string | null =>
  typeof text === 'string' && MESSAGE_ID.test(text) ? text : null;

/** A vendor's words without addresses and control characters, at most 500 characters of them; null for none. */
export const wordsOf = (text: string | null | undefined): string | null => {
  const plain = (text ?? '').slice(0, 4 * MOST_WORDS).replace(CONTROL, ' ');
  return redactAddresses(plain).trim().slice(0, MOST_WORDS) || null;
};

/** Whom a message went to by email, or by number, canonical; null for what is no address. */
export const emailOf = (text: string | null | undefined): string | null => canonicalEmail(text ?? '') ?? null;
export const phoneOf = (text: string | null | undefined): string | null => canonicalPhone(text ?? '') ?? null;

/** The first of these (ms since 1970) that is an instant of our age, as ISO 8601; undefined for none. */
export const firstInstant = (...candidates: readonly number[]): string | undefined => {
  const found = candidates.find((ms) => ms >= 0 && ms < Date.UTC(2200, 0));
  return found === undefined ? undefined : new Date(found).toISOString();
};
