import type { EmailAttachment, OutgoingEmail } from '@crier/domain';
import { foldLines } from 'nodemailer/lib/mime-funcs/index.js';
import { filenameParameters } from './attachment-name.js';
import { oneLine, unstructured } from './header-text.js';
import { mailboxText, readMailbox, senderOf } from './mailbox.js';
import { messageHeaders } from './message-headers.js';

const LINE = /.{1,76}/g;
const CRLF = '\r\n';

const header = (name: string, value: string): string => foldLines(`${name}: ${oneLine(value)}`, 76);

const wrapped = (base64: string): string => (base64.match(LINE) ?? []).join(CRLF);

/** base64 for every body: one native call, where quoted-printable costs milliseconds a message. */
const part = (type: string, body: string): string[] => [
  `Content-Type: ${type}; charset=utf-8`,
  'Content-Transfer-Encoding: base64',
  '',
  wrapped(Buffer.from(body, 'utf8').toString('base64')),
];

const filePart = ({ filename, contentType, content }: EmailAttachment): string[] => [
  `Content-Type: ${oneLine(contentType)}`,
  'Content-Transfer-Encoding: base64',
  `Content-Disposition: attachment; ${filenameParameters(filename)}`,
  '',
  // Over the bytes where they lie: a file may be large.
  wrapped(Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('base64')),
];

/** The parts of a multipart body, with the header that names its kind in front. */
const multipart = (kind: string, boundary: string, parts: readonly string[][]): string[] => [
  `Content-Type: multipart/${kind}; boundary="${boundary}"`,
  '',
  ...parts.flatMap((lines) => [`--${boundary}`, ...lines]),
  `--${boundary}--`,
  '',
];

/**
 * The message as RFC 5322 bytes: text and HTML side by side, files after them, names and subject encoded, no value able to begin another
 * header. The boundaries come from the delivery's key, so the same delivery has the same bytes; none begins with another
 * (RFC 2046 5.1.1: whoever looks for the outer one must not take the inner for it). `from` is the sender unless the
 * message has its own; `more`: headers that a vendor does not add itself.
 */
export const mimeMessage = (
  message: OutgoingEmail,
  from: string,
  more: Readonly<Record<string, string>> = {},
): Buffer => {
  const boundary = `crier-${message.key}`;
  const body = multipart('alternative', boundary, [part('text/plain', message.text), part('text/html', message.html)]);
  const files = message.attachments ?? [];
  const lines = [
    header('From', mailboxText(senderOf(message, from))),
    header('To', mailboxText(message.to)),
    ...(message.replyTo === undefined ? [] : [header('Reply-To', mailboxText(readMailbox(message.replyTo)))]),
    header('Subject', unstructured(message.subject)),
    'MIME-Version: 1.0',
    ...Object.entries({ ...messageHeaders(message), ...more }).map(([name, value]) => header(name, value)),
    ...(files.length === 0 ? body : multipart('mixed', `crier-files-${message.key}`, [body, ...files.map(filePart)])),
  ];
  return Buffer.from(lines.join(CRLF), 'utf8');
};
