import type { OutgoingWhatsapp, ProviderAnswer } from '@crier/domain';
import { CONFIGURATION, refused } from '../code-table.js';
import { createHttpAgents } from '../http-agents.js';
import { httpPost } from '../http-post.js';
import type { OpenProvider } from '../maker.js';
import { networkAnswer } from '../network-error.js';
import { readWhatsappAnswer } from './whatsapp-answer.js';
import { whatsappMessage } from './whatsapp-message.js';

export interface WhatsappCloudSettings {
  /** Undefined = none was given: every send says that our configuration is at fault. */
  readonly token: string | undefined;
  /** Id of the number that messages come from; undefined like the token. */
  readonly phoneId: string | undefined;
  readonly baseUrl: string;
  /** As in `v23.0`. */
  readonly version: string;
  readonly timeoutMs: number;
  /** As many as calls can be in flight, all lanes together. */
  readonly sockets: number;
  readonly nowMs: () => number;
}

/** Less and less often, for a week: https://developers.facebook.com/docs/whatsapp/cloud-api/guides/set-up-webhooks */
const REPEATED_WITHIN_MS = 7 * 24 * 3_600_000;

/** Meta's WhatsApp Cloud API, one try per call. It has no SDK for Node that is kept up, so this is the HTTP call itself. */
export const createWhatsappCloud = (settings: WhatsappCloudSettings): OpenProvider<OutgoingWhatsapp> => {
  const { baseUrl, version, phoneId, token } = settings;
  const agents = createHttpAgents(settings);
  const send = async (message: OutgoingWhatsapp, signal: AbortSignal): Promise<ProviderAnswer> => {
    if (!token || !phoneId)
      return refused(CONFIGURATION, { code: 'no_credentials', message: 'There is no access token or no phone id.' });
    const url = new URL(`${baseUrl.replace(/\/$/, '')}/${version}/${encodeURIComponent(phoneId)}/messages`);
    const headers = { authorization: `Bearer ${token.trim()}`, 'content-type': 'application/json' };
    const body = JSON.stringify(whatsappMessage(message));
    try {
      return readWhatsappAnswer(await httpPost(url, agents, { headers, body, signal }), settings.nowMs());
    } catch (error) {
      return networkAnswer(error instanceof Error ? error : new Error(String(error)));
    }
  };
  return {
    name: 'whatsapp-cloud',
    timeoutMs: settings.timeoutMs,
    reconciliation: ['callback'],
    callbacksRepeatedWithinMs: REPEATED_WITHIN_MS,
    send,
    close: () => {
      agents.httpAgent.destroy();
      agents.httpsAgent.destroy();
    },
  };
};
