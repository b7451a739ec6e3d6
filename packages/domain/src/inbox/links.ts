import { CHANNELS, type Channel } from '../channel.js';
import { keyOf } from '../ids/row-id.js';
import { readLink, signLink } from '../ops/signed-link.js';

/** What an unsubscribe link turns off. `person` is the number in `people`: a link outlives no erasure. */
export interface Subscription {
  readonly person: number;
  readonly category: string;
  readonly channel: Channel;
}

/** One document as it was shown to one person. `person` is the number in `people`: a link outlives no erasure. */
export interface SharedDocument {
  readonly documentId: string;
  readonly person: number;
}

export type TokenReading<T> =
  | ({ readonly kind: 'valid' } & T)
  /** It was ours, and its time is over. */
  | { readonly kind: 'expired' }
  | { readonly kind: 'invalid' };

const PERSON = /^p([1-9]\d{0,9})$/;

/** The subject of a person's tokens: the number, because a token can be read by whoever has it. */
export const inboxSubject = (person: number): string => `p${person}`;

/** The person of such a subject; undefined if it is none. */
export const readInboxSubject = (subject: string): number | undefined => {
  const [, digits] = PERSON.exec(subject) ?? [];
  return digits === undefined ? undefined : Number(digits);
};

const pageUrl = (publicUrl: string, page: string, token: string): string => {
  const url = new URL(publicUrl);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${page}`;
  url.searchParams.set('token', token);
  return url.href;
};

/** Where somebody leaves one category on one channel: the page, and with a POST the act itself (RFC 8058). */
export const unsubscribeLink = (
  secrets: readonly string[],
  publicUrl: string,
  { person, category, channel }: Subscription,
  expiresAtMs: number,
): string => {
  const subject = JSON.stringify([person, category, channel]);
  return pageUrl(publicUrl, 'unsubscribe', signLink(secrets, { purpose: 'unsubscribe', subject, expiresAtMs }));
};

/** Where somebody chooses what to get, and where. */
export const preferencesLink = (
  secrets: readonly string[],
  publicUrl: string,
  person: number,
  expiresAtMs: number,
): string => {
  const link = { purpose: 'preferences', subject: inboxSubject(person), expiresAtMs } as const;
  return pageUrl(publicUrl, 'preferences', signLink(secrets, link));
};

/** Where somebody opens one document: `<publicUrl>/documents/<32 hex digits>?token=`. */
export const documentLink = (
  secrets: readonly string[],
  publicUrl: string,
  { documentId, person }: SharedDocument,
  expiresAtMs: number,
): string => {
  const key = keyOf(documentId);
  const subject = JSON.stringify([person, key]);
  return pageUrl(publicUrl, `documents/${key}`, signLink(secrets, { purpose: 'document', subject, expiresAtMs }));
};

/** Whose token this is, of these purposes. */
export const readPersonToken = (
  secrets: readonly string[],
  purpose: 'inbox' | 'preferences',
  token: string,
  nowMs: number,
): TokenReading<{ readonly person: number }> => {
  const reading = readLink(secrets, purpose, token, nowMs);
  if (reading.kind !== 'valid') return reading;
  const person = readInboxSubject(reading.subject);
  return person === undefined ? { kind: 'invalid' } : { kind: 'valid', person };
};

/** What an unsubscribe token turns off. */
export const readUnsubscribeToken = (
  secrets: readonly string[],
  token: string,
  nowMs: number,
): TokenReading<Subscription> => {
  const reading = readLink(secrets, 'unsubscribe', token, nowMs);
  if (reading.kind !== 'valid') return reading;
  // Ours, so it was written by unsubscribeLink: perhaps of another version, with a channel that is no more.
  const [person, category, name] = JSON.parse(reading.subject) as [number, string, string];
  const channel = CHANNELS.find((known) => known === name);
  return channel === undefined ? { kind: 'invalid' } : { kind: 'valid', person, category, channel };
};

/** For whom this token opens that document; invalid when it is another document's. */
export const readDocumentToken = (
  secrets: readonly string[],
  documentId: string,
  token: string,
  nowMs: number,
): TokenReading<SharedDocument> => {
  const reading = readLink(secrets, 'document', token, nowMs);
  if (reading.kind !== 'valid') return reading;
  const [person, key] = JSON.parse(reading.subject) as [number, string];
  return key === keyOf(documentId) ? { kind: 'valid', documentId, person } : { kind: 'invalid' };
};
