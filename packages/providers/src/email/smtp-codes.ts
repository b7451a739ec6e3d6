import {
  BAD_ADDRESS,
  CONFIGURATION,
  type CodeMeaning,
  DOUBTFUL_ADDRESS,
  REJECTED,
  THROTTLED,
  UNAVAILABLE,
} from '../code-table.js';

const LATER: CodeMeaning = { failure: 'transient', deadReason: 'attempts_exhausted' };

/**
 * Enhanced status codes (RFC 3463, RFC 7504, RFC 7505, and the IANA registry that they began) and, for servers without them,
 * reply codes (RFC 5321 4.2.3, RFC 4954 6, RFC 7504). A first digit of 4 or 5 already says whether to try again. A bare 550
 * or a mailbox that is switched off (5.2.1) says no more than that it is refused now: many filters answer so. A bare 450, 451 or
 * 452 is as a rule about one mailbox (busy, greylisted, full); 421 is the whole server's, as are 4.3.z and 4.4.z.
 */
export const SMTP_CODES: Readonly<Record<string, CodeMeaning>> = {
  '4.2.1': LATER,
  '4.2.2': LATER,
  '4.3.1': UNAVAILABLE,
  '4.3.2': UNAVAILABLE,
  '4.4.1': UNAVAILABLE,
  '4.4.2': UNAVAILABLE,
  '4.4.5': THROTTLED,
  '4.5.3': THROTTLED,
  '4.7.0': LATER,
  '4.7.1': LATER,
  '5.1.1': BAD_ADDRESS,
  '5.1.2': BAD_ADDRESS,
  '5.1.3': BAD_ADDRESS,
  '5.1.6': BAD_ADDRESS,
  '5.1.7': CONFIGURATION,
  '5.1.8': CONFIGURATION,
  '5.1.10': BAD_ADDRESS,
  '5.2.1': DOUBTFUL_ADDRESS,
  '5.2.2': REJECTED,
  '5.2.3': REJECTED,
  '5.3.4': REJECTED,
  '5.6.0': REJECTED,
  '5.7.0': CONFIGURATION,
  '5.7.1': REJECTED,
  '5.7.8': CONFIGURATION,
  '5.7.9': CONFIGURATION,
  '5.7.11': CONFIGURATION,
  '421': UNAVAILABLE,
  '450': LATER,
  '451': LATER,
  '452': LATER,
  '454': LATER,
  '521': CONFIGURATION,
  '530': CONFIGURATION,
  '534': CONFIGURATION,
  '535': CONFIGURATION,
  '538': CONFIGURATION,
  '550': DOUBTFUL_ADDRESS,
  '551': DOUBTFUL_ADDRESS,
  '552': REJECTED,
  '553': DOUBTFUL_ADDRESS,
  '554': REJECTED,
  '556': BAD_ADDRESS,
};

export interface SmtpReply {
  /** The three digits. */
  readonly status: number;
  /** The reply as it came, digits included. */
  readonly text: string;
  /** What it answers: `MAIL FROM`, `RCPT TO`, `DATA` (the command or the message), or something before the message. */
  readonly command: string;
}

const ENHANCED = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})(?=[ \r\n]|$)/;
const listed = (code: string): CodeMeaning | undefined =>
  Object.hasOwn(SMTP_CODES, code) ? SMTP_CODES[code] : undefined;

/** The reply's own code: the enhanced one if the table lists it, else the three digits. */
export const smtpCode = ({ status, text }: SmtpReply): string => {
  const enhanced = ENHANCED.exec(text)?.[1];
  return enhanced !== undefined && listed(enhanced) ? enhanced : String(status);
};

/** Those of a mail that is too large (RFC 1870 6, RFC 3463 3.3 and 3.4); a bare 552 may speak of a full mailbox as well. */
const OF_SIZE = new Set(['5.2.3', '5.3.4', '552']);

export const speaksOfSize = (code: string): boolean => OF_SIZE.has(code);

export const isSmtpCode = (code: string): boolean => listed(code) !== undefined;

/**
 * What a reply of 4yz or 5yz means. Until the recipient is named a server has seen nothing but us: a refusal for good is then
 * our configuration (credentials, TLS, a sender that is not ours), unless it is the size. `Relaying denied` is too, though it
 * comes with the recipient. With the message itself 550 is no longer about the address.
 */
export const smtpMeaning = (reply: SmtpReply): CodeMeaning => {
  const meaning = listed(smtpCode(reply)) ?? (reply.status >= 500 ? REJECTED : LATER);
  if (meaning.failure === 'transient') return meaning;
  if (reply.command !== 'RCPT TO' && reply.command !== 'DATA') {
    return /^552|\b5\.3\.4\b/.test(reply.text) ? REJECTED : CONFIGURATION;
  }
  if (/\brelay/i.test(reply.text)) return CONFIGURATION;
  return reply.command === 'DATA' && meaning.deadReason === 'bad_address' ? REJECTED : meaning;
};
