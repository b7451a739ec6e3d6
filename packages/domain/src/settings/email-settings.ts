import { z } from 'zod';
import { choices, int, optionalText, urlText } from './fields.js';
import { emailText, HTTP, providerSettings } from './provider-settings.js';

/** Nobody's: production refuses it. */
export const DEFAULT_SENDER = 'crier@example.com';

export const emailSettings = {
  EMAIL_PROVIDERS: choices(
    'provider',
    ['ses', 'sendgrid', 'smtp'],
    ['ses', 'sendgrid'],
    'Chain of email providers, tried in this order',
  ),
  EMAIL_FROM: emailText.default(DEFAULT_SENDER).describe('Sender of every email, unless a provider has its own'),
  SES_FROM: emailText.optional().describe('Sender of email through SES; default EMAIL_FROM'),
  SES_ENDPOINT: urlText(HTTP).optional().describe('Other endpoint for SES (sandbox, VPC endpoint); default AWS'),
  SES_REGION: z.string().default('us-east-1').describe('AWS region of SES'),
  ...providerSettings('SES', 'SES'),
  SENDGRID_FROM: emailText.optional().describe('Sender of email through SendGrid; default EMAIL_FROM'),
  SENDGRID_API_KEY: optionalText('API key of SendGrid'),
  SENDGRID_BASE_URL: urlText(HTTP)
    .default('https://api.sendgrid.com')
    .describe('Where SendGrid is (sandbox, EU region)'),
  ...providerSettings('SENDGRID', 'SendGrid'),
  SMTP_FROM: emailText.optional().describe('Sender of email through the mail server; default EMAIL_FROM'),
  SMTP_HOST: optionalText('Mail server that takes email over SMTP'),
  SMTP_PORT: int(587, 'Port of the mail server', 1, 65_535),
  SMTP_SECURITY: z
    .enum(['tls', 'starttls', 'none'], { error: 'must be one of: tls, starttls, none' })
    .default('starttls')
    .describe('tls from the first byte (465), starttls required (587), or none: for a relay on this machine'),
  SMTP_USER: optionalText('User at the mail server, if it wants a login'),
  SMTP_PASSWORD: optionalText('Password of that user'),
  ...providerSettings('SMTP', 'the mail server'),
};
