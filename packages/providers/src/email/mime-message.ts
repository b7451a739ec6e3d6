import type { OutgoingEmail } from '@crier/domain';
import { encodeWord, foldLines } from 'nodemailer/lib/mime-funcs/index.js';
import { oneLine, quotedString } from './header-text.js';
import { ownHeaders } from './own-headers.js';

const LINE = /.{1,76}/g;
/** May stand in a header as it is: ASCII, nothing that reads as an encoded word, no word too long to fold at. */
const PLAIN = /^(?!.*=\?)(?!.*[^ ]{76})[\x20-\x7e]*$/;
const CRLF = '\r\n';

/** RFC 2047 where it is needed: a plain text stays as it is. */
const encoded = (text: string): string => {
  const line = oneLine(text);
  return PLAIN.test(line) ? line : encodeWord(line, 'B', 52);
};

/** A display name: quoted if plain (commas, quotes), an encoded word otherwise (RFC 5322 3.4, RFC 2047 5.3). */
const mailbox = ({ address, name }: OutgoingEmail['to']): string => {
  const words = name === null ? '' : oneLine(name);
  if (words === '') return address;
  const phrase = PLAIN.test(words) ? quotedString(words) : encodeWord(words, 'B', 52);
  return `${phrase} <${address}>`;
};

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
 * header. The boundary comes from the delivery's key, so the same delivery has the same bytes. `more`: headers that a vendor
 * does not add itself.
 */
export const mimeMessage = (
  message: OutgoingEmail,
  from: string,
  more: Readonly<Record<string, string>> = {},
): Buffer => {
  const boundary = `crier-${message.key}`;
  const lines = [
    header('From', from),
    header('To', mailbox(message.to)),
    header('Subject', encoded(message.subject)),
    'MIME-Version: 1.0',
    ...Object.entries({ ...more, ...ownHeaders(message.key) }).map(([name, value]) => header(name, value)),
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
