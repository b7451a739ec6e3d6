import type { OutgoingEmail } from '@crier/domain';
import { oneLine, phrase } from './header-text.js';

export interface Mailbox {
  readonly address: string;
  readonly name: string | null;
}

const NAMED = /^(.*)<([^<>]*)>$/;

const withoutQuotes = (words: string): string =>
  /^".*"$/.test(words) ? words.slice(1, -1).replace(/\\(.)/g, '$1') : words;

/** An address alone, or with a name before it in angle brackets, whether people have quoted that name or not. */
export const readMailbox = (text: string): Mailbox => {
  const line = oneLine(text);
  const [, words = '', address = line] = NAMED.exec(line) ?? [];
  return { address: address.trim(), name: withoutQuotes(words.trim()) || null };
};

/** As a header names it (RFC 5322 3.4). */
export const mailboxText = ({ address, name }: Mailbox): string => {
  const words = name === null ? '' : oneLine(name);
  return words === '' ? address : `${phrase(words)} <${address}>`;
};

/** the type's own sender, else the provider's. */
export const senderOf = (message: OutgoingEmail, from: string): Mailbox => readMailbox(message.from ?? from);
