import { z } from 'zod';
import { choices, optionalText, urlText } from './fields.js';
import { HTTP, providerSettings } from './provider-settings.js';

export const smsSettings = {
  SMS_PROVIDERS: choices(
    'provider',
    ['twilio', 'sns'],
    ['twilio', 'sns'],
    'Chain of SMS providers, tried in this order',
  ),
  TWILIO_ACCOUNT_SID: optionalText('Account of Twilio'),
  TWILIO_AUTH_TOKEN: optionalText('Auth token of that account; Twilio signs its callbacks with it too'),
  TWILIO_FROM: optionalText('Number, sender name or messaging service (MG…) that SMS come from'),
  TWILIO_BASE_URL: urlText(HTTP).default('https://api.twilio.com').describe('Where Twilio is (sandbox, region)'),
  ...providerSettings('TWILIO', 'Twilio'),
  SNS_REGION: z.string().default('us-east-1').describe('AWS region of SNS'),
  SNS_ENDPOINT: urlText(HTTP).optional().describe('Other endpoint for SNS (sandbox, VPC endpoint); default AWS'),
  SNS_FROM: optionalText('Sender name of SMS through SNS; default: as AWS has it for the country'),
  ...providerSettings('SNS', 'SNS'),
};
