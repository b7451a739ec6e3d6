import type { OutgoingEmail } from '@crier/domain';
import MailComposer from 'nodemailer/lib/mail-composer/index.js';

/** The message as RFC 5322 bytes: text and HTML side by side, names and subjects encoded, no line that a value could break. */
export const mimeMessage = (message: OutgoingEmail, from: string): Promise<Buffer> =>
  new MailComposer({
    from,
    to: message.to.name === null ? message.to.address : { name: message.to.name, address: message.to.address },
    subject: message.subject,
    text: message.text,
    html: message.html,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Crier-Key': message.key },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
