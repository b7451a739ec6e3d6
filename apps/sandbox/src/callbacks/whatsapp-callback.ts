import { createHmac } from 'node:crypto';
import { whatsappReason } from '../vendors/whatsapp/whatsapp-errors.js';
import type { CallbackOutcome } from './callback-settings.js';
import type { Callback, CallbackWriter, Report } from './report.js';

const STATUSES: Readonly<Record<CallbackOutcome, readonly string[]>> = {
  delivered: ['sent', 'delivered', 'read'],
  bounced: ['sent', 'failed'],
  complained: ['failed'],
};
const USUAL_CODES: Readonly<Record<CallbackOutcome, number>> = { delivered: 1, bounced: 131026, complained: 131050 };
const BUSINESS_ACCOUNT = '000000000000000';
const DISPLAY_NUMBER = '15550000000';

const digitsOf = (number: string): string => number.replace(/\D/g, '');
const seconds = (ms: number): string => String(Math.floor(ms / 1000));

/** One change of a business account, signed over the raw body with the app's secret. */
const signed = (appSecret: string, phoneId: string, value: object): Callback => {
  const metadata = { display_phone_number: DISPLAY_NUMBER, phone_number_id: phoneId };
  const change = { value: { messaging_product: 'whatsapp', metadata, ...value }, field: 'messages' };
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: BUSINESS_ACCOUNT, changes: [change] }],
  });
  return {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'facebookexternalua',
      'x-hub-signature-256': `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`,
    },
    body,
  };
};

const statusOf = ({ messageId, status, to, key, happenedAt, settings }: Report) => ({
  id: messageId,
  status,
  timestamp: seconds(happenedAt),
  recipient_id: digitsOf(to[0] ?? ''),
  ...(key === null ? {} : { biz_opaque_callback_data: key }),
  ...(status === 'failed' ? { errors: [whatsappReason(settings.code ?? USUAL_CODES[settings.outcome])] } : {}),
});

/** https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/payload-examples */
export const createWhatsappCallback = ({ whatsappAppSecret }: { whatsappAppSecret: string }): CallbackWriter => ({
  provider: 'whatsapp-cloud',
  path: 'whatsapp',
  keyFiles: {},
  statuses: (outcome) => STATUSES[outcome],
  write: (report) => signed(whatsappAppSecret, report.account ?? '', { statuses: [statusOf(report)] }),
  writeInbound({ messageId, from, to, text, at }) {
    const sender = digitsOf(from);
    const message = { from: sender, id: messageId, timestamp: seconds(at), type: 'text', text: { body: text } };
    return signed(whatsappAppSecret, digitsOf(to), {
      contacts: [{ profile: { name: 'Sandbox' }, wa_id: sender }],
      messages: [message],
    });
  },
});
