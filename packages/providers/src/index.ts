export { createSendGrid, type SendGridSettings } from './email/sendgrid.js';
export { createSes, type SesSettings } from './email/ses.js';
