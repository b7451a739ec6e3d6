export { createSes, type SesSettings } from './email/ses.js';
export { SES_CODES } from './email/ses-codes.js';
