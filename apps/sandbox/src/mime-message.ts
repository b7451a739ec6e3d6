import { type ParsedMail, simpleParser } from 'mailparser';
import { attachmentOf } from './attachment-of.js';
import type { Content, Send, SentFile } from './send.js';

/** Only what is in the message: no text made from HTML, none the other way round. */
const AS_SENT = { skipHtmlToText: true, skipTextToHtml: true, skipTextLinks: true };

const filesOf = ({ attachments }: ParsedMail): SentFile[] =>
  attachments.map(({ filename = '', contentType, content }) => ({ filename, contentType, content }));

const parse = async (source: Buffer): Promise<Content> => {
  const mail = await simpleParser(source, AS_SENT);
  const files = filesOf(mail);
  return {
    subject: mail.subject ?? null,
    text: mail.text ?? null,
    html: mail.html || null,
    ...(files.length === 0 ? {} : { attachments: files.map(attachmentOf) }),
  };
};

/** A MIME message that is taken apart once, on the first read. */
export const mimeMessage = (source: Buffer): Pick<Send, 'sizeBytes' | 'content' | 'files' | 'raw'> => {
  let parsed: Promise<Content> | undefined;
  return {
    sizeBytes: source.length,
    content() {
      parsed ??= parse(source);
      return parsed;
    },
    files: async () => filesOf(await simpleParser(source, AS_SENT)),
    raw: () => source.toString(),
  };
};

/** Addresses in the header, for callers that name no envelope: `from` is null without one. */
export const mimeEnvelope = async (source: Buffer): Promise<{ from: string | null; to: string[] }> => {
  const mail = await simpleParser(source, AS_SENT);
  const addresses = [mail.to, mail.cc, mail.bcc].flat().flatMap((field) => field?.value ?? []);
  return {
    from: mail.from?.value[0]?.address ?? null,
    to: addresses.flatMap(({ address }) => (address === undefined || address === '' ? [] : [address])),
  };
};
