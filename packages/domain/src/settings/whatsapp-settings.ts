import { z } from 'zod';
import { choices, optionalText, urlText } from './fields.js';
import { HTTP, providerSettings } from './provider-settings.js';

export const whatsappSettings = {
  WHATSAPP_PROVIDERS: choices(
    'provider',
    ['whatsapp-cloud'],
    ['whatsapp-cloud'],
    'Chain of WhatsApp providers, tried in this order',
  ),
  WHATSAPP_TOKEN: optionalText('Access token of the WhatsApp Cloud API'),
  WHATSAPP_PHONE_ID: optionalText('Id of the phone number that messages come from'),
  WHATSAPP_BASE_URL: urlText(HTTP).default('https://graph.facebook.com').describe('Where the Graph API is (sandbox)'),
  WHATSAPP_API_VERSION: z
    .string()
    .regex(/^v\d+\.\d+$/, 'must be a version such as v23.0')
    .default('v23.0')
    .describe('Version of the Graph API'),
  WHATSAPP_APP_SECRET: optionalText('Secret of the app: Meta signs its webhooks with it'),
  WHATSAPP_VERIFY_TOKEN: optionalText('Word that Meta repeats when the webhook is set up (hub.verify_token)'),
  ...providerSettings('WHATSAPP_CLOUD', 'the WhatsApp Cloud API'),
};
