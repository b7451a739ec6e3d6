import type { OutgoingEmail } from '@crier/domain';
import { foldLines } from 'nodemailer/lib/mime-funcs/index.js';
import { oneLine, unstructured } from './header-text.js';
import { mailboxText, readMailbox, senderOf } from './mailbox.js';
import { messageHeaders } from './message-headers.js';

const LINE = /.{1,76}/g;
const CRLF = '\r\n';

const header = (name: string, value: string): string => foldLines(`${name}: ${oneLine(value)}`, 76);

/** base64 for every body: one native call, where quoted-printable costs milliseconds a message. */
const part = (type: string, body: string): string[] => [
  `Content-Type: ${type}; charset=utf-8`,
  'Content-Transfer-Encoding: base64',
  '',
  (Buffer.from(body, 'utf8').toString('base64').match(LINE) ?? []).join(CRLF),
];

/**
 * The message as RFC 5322 bytes: text and HTML side by side, names and subject encoded, no value able to begin another
 * header. The boundary comes from the delivery's key, so the same delivery has the same bytes. `from` is the sender unless the
 * message has its own; `more`: headers that a vendor does not add itself.
 */
export const mimeMessage = (
  message: OutgoingEmail,
  from: string,
  more: Readonly<Record<string, string>> = {},
): Buffer => {
  const boundary = `crier-${message.key}`;
  const lines = [
    header('From', mailboxText(senderOf(message, from))),
    header('To', mailboxText(message.to)),
    ...(message.replyTo === undefined ? [] : [header('Reply-To', mailboxText(readMailbox(message.replyTo)))]),
    header('Subject', unstructured(message.subject)),
    'MIME-Version: 1.0',
    ...Object.entries({ ...messageHeaders(message), ...more }).map(([name, value]) => header(name, value)),
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    ...part('text/plain', message.text),
    `--${boundary}`,
    ...part('text/html', message.html),
    `--${boundary}--`,
    '',
  ];
  return Buffer.from(lines.join(CRLF), 'utf8');
};
