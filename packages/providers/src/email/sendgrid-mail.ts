import type { OutgoingEmail } from '@crier/domain';
import { attachmentName } from './attachment-name.js';
import { oneLine, quotedString } from './header-text.js';
import { type Mailbox, readMailbox, senderOf } from './mailbox.js';
import { messageHeaders } from './message-headers.js';
import type { SendGridMail } from './sendgrid-sdk.js';

/** Each of them changes the body after us: rewritten links, a pixel, a second unsubscribe link, campaign parameters. */
const TRACKING_OFF = {
  clickTracking: { enable: false, enableText: false },
  openTracking: { enable: false },
  subscriptionTracking: { enable: false },
  ganalytics: { enable: false },
};

/** SendGrid takes what follows a comma or semicolon for an address and drops the mail after its 202, unless it is quoted. */
const displayName = (name: string): string => (/[,;]/.test(name) ? quotedString(name) : name);

const emailData = ({ address, name }: Mailbox) => ({ email: address, name: displayName(oneLine(name ?? '')) });

/**
 * One recipient, text and HTML side by side, nothing added on the way. `from` is the sender unless the message has its own.
 * The key travels as the custom argument `crier-key`.
 */
export const sendgridMail = (message: OutgoingEmail, from: string): SendGridMail => {
  const { key, to, subject, text, html, replyTo, attachments = [] } = message;
  return {
    from: emailData(senderOf(message, from)),
    to: emailData(to),
    ...(replyTo === undefined ? {} : { replyTo: emailData(readMailbox(replyTo)) }),
    subject: oneLine(subject),
    // An empty part would be refused.
    ...(text === '' ? {} : { text }),
    ...(html === '' ? {} : { html }),
    ...(attachments.length === 0
      ? {}
      : {
          attachments: attachments.map(({ filename, contentType, content }) => ({
            filename: attachmentName(filename),
            type: oneLine(contentType),
            content: Buffer.from(content).toString('base64'),
            disposition: 'attachment',
          })),
        }),
    headers: messageHeaders(message),
    customArgs: { 'crier-key': key },
    trackingSettings: TRACKING_OFF,
  } as SendGridMail;
};
