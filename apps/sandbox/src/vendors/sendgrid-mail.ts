import { z } from 'zod';
import { attachmentOf } from '../attachment-of.js';
import { KEY_NAME } from '../delivery-key.js';
import type { Content, SentFile } from '../send.js';

/** One thing that is wrong with a request; `field` says where, as in `personalizations.0.to`. */
export interface SendgridError {
  readonly message: string;
  readonly field: string | null;
  readonly help: null;
}

const MOST_PERSONALIZATIONS = 1000;
const ADDRESS = /^[^@\s]+@[^@\s]+$/;

const required = (what: string) => ({ error: `${what} is required.` });
const person = z.object({
  email: z.string(required('An email address')).regex(ADDRESS, 'Does not contain a valid address.'),
});
const customArgs = z.record(z.string(), z.string('Must be a string.')).optional();
const subject = z.string('Must be a string.').min(1, 'Must not be empty.').optional();

const personalization = z.object(
  {
    to: z.array(person, required('The to array')).min(1, 'Must name at least one recipient.'),
    cc: z.array(person).default([]),
    bcc: z.array(person).default([]),
    subject,
    custom_args: customArgs,
  },
  required('A personalization'),
);
const block = z.object({
  type: z.string(required('The type')).min(1, 'Must not be empty.'),
  value: z.string(required('The value')).min(1, 'Must not be empty.'),
});

const attachment = z.object({
  content: z.base64('The attachment content must be base64 encoded.').min(1, 'Must not be empty.'),
  filename: z.string(required('The filename')).min(1, 'Must not be empty.'),
  type: z.string().default('application/octet-stream'),
});

/** What SendGrid asks of `POST /v3/mail/send`, as far as Crier uses it: no stored templates, so there must be content. */
const fieldsSchema = z.object({
  personalizations: z
    .array(personalization, required('The personalizations field'))
    .min(1, 'Must have at least one personalization.')
    .max(MOST_PERSONALIZATIONS, `Must have at most ${MOST_PERSONALIZATIONS} personalizations.`),
  // Without it the error is about its address, as SendGrid says it.
  from: person.prefault({ email: '' }),
  subject,
  content: z.array(block, required('The content parameter')).min(1, 'Must have at least one block.'),
  custom_args: customArgs,
  attachments: z.array(attachment).min(1, 'Must name at least one attachment.').optional(),
});
export type SendgridMail = z.infer<typeof fieldsSchema>;

const keysOf = (mail: SendgridMail): ReadonlySet<string | undefined> =>
  new Set(mail.personalizations.map((one) => one.custom_args?.[KEY_NAME] ?? mail.custom_args?.[KEY_NAME]));

const mailSchema = fieldsSchema
  .refine((mail) => mail.subject !== undefined || mail.personalizations.every((one) => one.subject !== undefined), {
    path: ['subject'],
    error: 'The subject is required, here or in every personalization.',
  })
  .refine((mail) => keysOf(mail).size < 2, {
    path: ['personalizations'],
    error: `The sandbox counts one delivery per call: all personalizations must carry the same ${KEY_NAME}.`,
  });

/** The mail, or everything that is wrong with it. */
export const readSendgridMail = (input: unknown): { mail: SendgridMail } | { errors: SendgridError[] } => {
  const result = mailSchema.safeParse(input);
  if (result.success) return { mail: result.data };
  const errors = result.error.issues.map(({ path, message }) => ({
    message,
    field: path.length === 0 ? null : path.join('.'),
    help: null,
  }));
  return { errors };
};

/** The delivery's key from `custom_args`, those of a personalization before those of the mail. */
export const sendgridKey = (mail: SendgridMail): string | null => [...keysOf(mail)][0] || null;

/** Every address that gets the mail, in the order named. */
export const sendgridRecipients = (mail: SendgridMail): string[] =>
  mail.personalizations.flatMap(({ to, cc, bcc }) => [...to, ...cc, ...bcc].map(({ email }) => email));

/** Its files, decoded. */
export const sendgridFiles = ({ attachments = [] }: SendgridMail): SentFile[] =>
  attachments.map(({ filename, type, content }) => ({
    filename,
    contentType: type,
    content: Buffer.from(content, 'base64'),
  }));

export const sendgridContent = (mail: SendgridMail): Content => {
  const partOf = (type: string) => mail.content.find((part) => part.type === type)?.value ?? null;
  return {
    subject: mail.personalizations[0]?.subject ?? mail.subject ?? null,
    text: partOf('text/plain'),
    html: partOf('text/html'),
    ...(mail.attachments === undefined ? {} : { attachments: sendgridFiles(mail).map(attachmentOf) }),
  };
};
