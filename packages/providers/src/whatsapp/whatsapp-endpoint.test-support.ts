import type { OutgoingWhatsapp, ProviderAnswer } from '@crier/domain';
import { type Reply, respond } from '../vendor-endpoint.test-support.js';
import { createWhatsappCloud, type WhatsappCloudSettings } from './whatsapp-cloud.js';

export const whatsapp = (change: Partial<OutgoingWhatsapp> = {}): OutgoingWhatsapp => ({
  key: '0192f0a1b2c38abc8def0123456789ab',
  to: '+9779812345678',
  template: { name: 'order_approved', language: 'en', parameters: ['PO-4482', 'Maria'] },
  text: 'Order PO-4482 is approved.',
  ...change,
});

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  respond(status, JSON.stringify(body), { 'content-type': 'application/json', ...headers });

export const accepted = (id: string): Reply =>
  json(200, {
    messaging_product: 'whatsapp',
    contacts: [{ input: '+9779812345678', wa_id: '9779812345678' }],
    messages: [{ id, message_status: 'accepted' }],
  });

/** An error of the Graph API. */
export const failed = (
  status: number,
  code: number,
  more: { message?: string; details?: string; subcode?: number } = {},
  headers: Record<string, string> = {},
): Reply =>
  json(
    status,
    {
      error: {
        message: more.message ?? `(#${code}) Something`,
        type: 'OAuthException',
        code,
        error_subcode: more.subcode,
        error_data: { messaging_product: 'whatsapp', details: more.details ?? 'It is so.' },
        fbtrace_id: 'AbC',
      },
    },
    headers,
  );

export const settings = (baseUrl: string): WhatsappCloudSettings => ({
  token: 'EAAG-token',
  phoneId: '106540352242922',
  baseUrl,
  version: 'v23.0',
  timeoutMs: 5_000,
  sockets: 5,
  nowMs: () => 1_796_000_000_000,
});

/** One send; its sockets are closed again. */
export const sendThrough = async (
  baseUrl: string,
  options: { message?: OutgoingWhatsapp; settings?: Partial<WhatsappCloudSettings> } = {},
): Promise<ProviderAnswer> => {
  const provider = createWhatsappCloud({ ...settings(baseUrl), ...options.settings });
  try {
    return await provider.send(options.message ?? whatsapp(), AbortSignal.timeout(5_000));
  } finally {
    provider.close();
  }
};
