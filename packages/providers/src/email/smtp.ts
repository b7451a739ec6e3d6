import type { OutgoingEmail, ProviderAnswer } from '@crier/domain';
import { ambiguous, CONFIGURATION, DOUBTFUL_ADDRESS, REJECTED, refused } from '../code-table.js';
import { connectTimeoutMs } from '../http-agents.js';
import type { OpenProvider } from '../maker.js';
import { senderOf } from './mailbox.js';
import { mimeMessage } from './mime-message.js';
import { isSmtpCode, smtpCode, smtpMeaning, speaksOfSize } from './smtp-codes.js';
import { converse, type SmtpFailure } from './smtp-conversation.js';

export interface SmtpSettings {
  readonly from: string;
  /** Undefined = none was given: every send says that our configuration is at fault. */
  readonly host: string | undefined;
  readonly port: number;
  /** `tls` from the first byte (465), `starttls` required (587), or `none`: for a relay on this machine. */
  readonly security: 'tls' | 'starttls' | 'none';
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
  readonly timeoutMs: number;
  readonly nowMs: () => number;
}

/**
 * What Postfix takes unless it is told otherwise (message_size_limit). A server says its own only when the mail is on its way: one
 * that takes less refuses it for good.
 */
const MOST_BYTES = 10_240_000;

const connectionOptions = ({ port, security, timeoutMs }: SmtpSettings, host: string) => ({
  host,
  port,
  secure: security === 'tls',
  requireTLS: security === 'starttls',
  ignoreTLS: security === 'none',
  connectionTimeout: connectTimeoutMs(timeoutMs),
  greetingTimeout: connectTimeoutMs(timeoutMs),
  socketTimeout: timeoutMs,
  // Nothing that lies in the socket's buffer goes out after the call was given up.
  socketCloseTimeout: 0,
});

/** a relay keeps the Message-ID, so a copy of one delivery can be told by it. */
const messageIdOf = (key: string, from: string): string => `<${key}@${from.slice(from.lastIndexOf('@') + 1)}>`;

/** The words of each line. Its digits are in `code` and `status`, and would pass for a telephone number. */
const wordsOf = (reply: string): string => reply.replace(/^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3} ?)?/gm, '');

/** In kB: the digits of bytes would pass for a telephone number. */
const sizeOf = (bytes: number): string => `${Math.ceil(bytes / 1_000)} kB`;

/** The server's EHLO named a smaller SIZE (RFC 1870): nodemailer asks it for nothing more, and names that in its error. */
const tooLarge = (bytes: number, { message }: Error): string => {
  const most = /allowed (\d+)/.exec(message)?.[1];
  return `The mail has ${sizeOf(bytes)}, and the server takes ${most === undefined ? 'less' : sizeOf(Number(most))}.`;
};

/** What a failed conversation about so many bytes proves (R-4.9a): without a reply only the final dot leaves room for doubt. */
const answerOf = ({ error, handedOver }: SmtpFailure, bytes: number): ProviderAnswer => {
  const { responseCode: status, response = '', command = '' } = error;
  if (status !== undefined && status >= 400) {
    const reply = { status, text: response, command };
    const code = smtpCode(reply);
    const words = wordsOf(response);
    const message = speaksOfSize(code) ? `The mail has ${sizeOf(bytes)}, and the server says: ${words}` : words;
    return refused(smtpMeaning(reply), { code, status, message, unmapped: !isSmtpCode(code) });
  }
  const code = error.code ?? error.name;
  if (handedOver) return ambiguous(code, 'The connection ended before the message was answered.');
  if (code === 'EAUTH') return refused(CONFIGURATION, { code: 'no_credentials', message: 'The server wants a login.' });
  if (code === 'EMESSAGE') return refused(REJECTED, { code, message: tooLarge(bytes, error) });
  if (code === 'EENVELOPE')
    return refused(DOUBTFUL_ADDRESS, { code, message: 'An address can’t stand in an envelope.' });
  return refused(
    { failure: 'transient', deadReason: 'attempts_exhausted' },
    { code, message: 'The connection ended before the message was handed over.' },
  );
};

/** Any mail server over SMTP (RFC 5321), through nodemailer's connection. It reports nothing later: what it took is `accepted`. */
export const createSmtp = (settings: SmtpSettings): OpenProvider<OutgoingEmail> => {
  const send = async (message: OutgoingEmail, signal: AbortSignal): Promise<ProviderAnswer> => {
    if (!settings.host) return refused(CONFIGURATION, { code: 'no_host', message: 'There is no mail server.' });
    const route = { options: connectionOptions(settings, settings.host), auth: settings.auth };
    const from = senderOf(message, settings.from).address;
    const messageId = messageIdOf(message.key, from);
    const date = new Date(settings.nowMs()).toUTCString().replace('GMT', '+0000');
    const bytes = mimeMessage(message, settings.from, { Date: date, 'Message-ID': messageId });
    const failure = await converse(route, { from, to: message.to.address, bytes }, signal);
    return failure ? answerOf(failure, bytes.length) : { kind: 'accepted', messageId, status: 250 };
  };
  return {
    name: 'smtp',
    timeoutMs: settings.timeoutMs,
    reconciliation: [],
    maxMessageBytes: MOST_BYTES,
    send,
    close: () => {},
  };
};
