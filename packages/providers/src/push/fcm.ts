import type { OutgoingPush, ProviderAnswer } from '@crier/domain';
import { CONFIGURATION, refused } from '../code-table.js';
import { createHttpAgents } from '../http-agents.js';
import { httpPost } from '../http-post.js';
import type { OpenProvider } from '../maker.js';
import { networkAnswer } from '../network-error.js';
import { createAccessTokens } from './access-token.js';
import { readFcmAnswer } from './fcm-answer.js';
import { fcmMessage } from './fcm-message.js';
import { privateKey } from './private-key.js';

export interface FcmSettings {
  /** Undefined, or a key that can't be read: every send says that our configuration is at fault. */
  readonly projectId: string | undefined;
  readonly clientEmail: string | undefined;
  /** PEM. */
  readonly privateKey: string | undefined;
  readonly baseUrl: string;
  readonly tokenUrl: string;
  readonly timeoutMs: number;
  /** As many as calls can be in flight, all lanes together. */
  readonly sockets: number;
  readonly nowMs: () => number;
}

const NO_CREDENTIALS = { code: 'no_credentials', message: 'There is no service account, or its key can’t be read.' };

/** 401 is about our token, unless it says that it is about the keys that FCM itself holds for Apple and the browsers. */
const notBelieved = (answer: ProviderAnswer): boolean =>
  answer.kind === 'refused' && answer.status === 401 && answer.code !== 'THIRD_PARTY_AUTH_ERROR';

/** FCM's HTTP v1 API, one try per call: Firebase's SDK sends again by itself after a reset, and cannot be told not to. */
export const createFcm = (settings: FcmSettings): OpenProvider<OutgoingPush> => {
  const { projectId, clientEmail, baseUrl, nowMs } = settings;
  const agents = createHttpAgents(settings);
  const key = privateKey(settings.privateKey, 'rsa');
  const tokens = key && clientEmail ? createAccessTokens({ ...settings, key, clientEmail }, agents) : undefined;
  const send = async (message: OutgoingPush, signal: AbortSignal): Promise<ProviderAnswer> => {
    if (!projectId || !tokens) return refused(CONFIGURATION, NO_CREDENTIALS);
    const got = await tokens.get(signal);
    if ('refusal' in got) return got.refusal;
    const url = new URL(`${baseUrl.replace(/\/$/, '')}/v1/projects/${encodeURIComponent(projectId)}/messages:send`);
    const headers = { authorization: `Bearer ${got.token}`, 'content-type': 'application/json' };
    try {
      const body = JSON.stringify(fcmMessage(message, nowMs()));
      const answer = readFcmAnswer(await httpPost(url, agents, { headers, body, signal }), nowMs());
      if (notBelieved(answer)) tokens.drop(got.token);
      return answer;
    } catch (error) {
      return networkAnswer(error instanceof Error ? error : new Error(String(error)));
    }
  };
  return {
    name: 'fcm',
    timeoutMs: settings.timeoutMs,
    // It takes no key of ours to know a message by, has no look-up, and calls nobody back.
    reconciliation: [],
    send,
    close: () => {
      agents.httpAgent.destroy();
      agents.httpsAgent.destroy();
    },
  };
};
