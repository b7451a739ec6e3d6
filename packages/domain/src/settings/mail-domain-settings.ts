import { optionalText } from './fields.js';

const selectors = (name: string) =>
  optionalText(`DKIM selectors of the domain that ${name} sends from, comma-separated; crier doctor looks them up`);

/** What can't be guessed about the domains of our senders. */
export const mailDomainSettings = {
  SES_DKIM_SELECTORS: selectors('SES'),
  SENDGRID_DKIM_SELECTORS: selectors('SendGrid'),
  SMTP_DKIM_SELECTORS: selectors('the mail server'),
};
