export { createSes, type SesSettings } from './email/ses.js';
