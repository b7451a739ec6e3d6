import type { OutgoingEmail, Settings } from '@crier/domain';
import type { Maker } from '../maker.js';
import { createSendGrid } from './sendgrid.js';
import { createSes } from './ses.js';
import { createSmtp } from './smtp.js';

const ses: Maker<OutgoingEmail> = (settings, { sockets, nowMs }) =>
  createSes({
    from: settings.SES_FROM ?? settings.EMAIL_FROM,
    region: settings.SES_REGION,
    endpoint: settings.SES_ENDPOINT,
    timeoutMs: settings.SES_TIMEOUT_MS,
    sockets,
    nowMs,
  });

const sendgrid: Maker<OutgoingEmail> = (settings, { sockets, nowMs }) =>
  createSendGrid({
    from: settings.SENDGRID_FROM ?? settings.EMAIL_FROM,
    apiKey: settings.SENDGRID_API_KEY,
    baseUrl: settings.SENDGRID_BASE_URL,
    timeoutMs: settings.SENDGRID_TIMEOUT_MS,
    sockets,
    nowMs,
  });

const smtp: Maker<OutgoingEmail> = (settings, { nowMs }) => {
  const { SMTP_USER: user, SMTP_PASSWORD: pass } = settings;
  return createSmtp({
    from: settings.SMTP_FROM ?? settings.EMAIL_FROM,
    host: settings.SMTP_HOST,
    port: settings.SMTP_PORT,
    security: settings.SMTP_SECURITY,
    auth: user === undefined ? undefined : { user, pass: pass ?? '' },
    timeoutMs: settings.SMTP_TIMEOUT_MS,
    nowMs,
  });
};

/** Every name that EMAIL_PROVIDERS may hold. */
export const EMAIL_MAKERS: Readonly<Record<Settings['EMAIL_PROVIDERS'][number], Maker<OutgoingEmail>>> = {
  ses,
  sendgrid,
  smtp,
};
