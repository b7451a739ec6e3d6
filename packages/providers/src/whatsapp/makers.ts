import type { OutgoingWhatsapp, Settings } from '@crier/domain';
import type { Maker } from '../maker.js';
import { createWhatsappCloud } from './whatsapp-cloud.js';

/** One for each name that WHATSAPP_PROVIDERS may hold. */
export const WHATSAPP_MAKERS: Readonly<Record<Settings['WHATSAPP_PROVIDERS'][number], Maker<OutgoingWhatsapp>>> = {
  'whatsapp-cloud': (settings, { sockets, nowMs }) =>
    createWhatsappCloud({
      token: settings.WHATSAPP_TOKEN,
      phoneId: settings.WHATSAPP_PHONE_ID,
      baseUrl: settings.WHATSAPP_BASE_URL,
      version: settings.WHATSAPP_API_VERSION,
      timeoutMs: settings.WHATSAPP_CLOUD_TIMEOUT_MS,
      sockets,
      nowMs,
    }),
};
