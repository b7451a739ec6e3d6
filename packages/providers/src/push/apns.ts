import type { OutgoingPush, ProviderAnswer } from '@crier/domain';
import { CONFIGURATION, refused } from '../code-table.js';
import type { OpenProvider } from '../maker.js';
import { networkAnswer } from '../network-error.js';
import { neverSent } from '../never-sent.js';
import { readApnsAnswer } from './apns-answer.js';
import { apnsNotification } from './apns-notification.js';
import { createHttp2Connections, type Http2Connection, type Http2Connections } from './http2-connection.js';
import { http2Post } from './http2-post.js';
import { privateKey } from './private-key.js';
import { createProviderToken } from './provider-token.js';

export interface ApnsSettings {
  /** Undefined, or a key that can't be read: every send says that our configuration is at fault. */
  readonly keyId: string | undefined;
  readonly teamId: string | undefined;
  /** PEM (.p8). */
  readonly privateKey: string | undefined;
  /** Bundle id of the app. */
  readonly topic: string | undefined;
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly nowMs: () => number;
}

const NO_CREDENTIALS = { code: 'no_credentials', message: 'There is no signing key, or no topic.' };

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const end = () => reject(neverSent(signal.reason));
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });

/** A connection for this call, waited for no longer than the call may take. */
const connected = (connections: Http2Connections, signal: AbortSignal): Promise<Http2Connection> =>
  Promise.race([connections.get(), aborted(signal)]);

/**
 * Apple Push Notification service over HTTP/2, one try per call. Node's own client: the libraries for it send again by
 * themselves after a 500, or hide which streams the other side never took.
 */
export const createApns = (settings: ApnsSettings): OpenProvider<OutgoingPush> => {
  const { keyId, teamId, topic, nowMs } = settings;
  const key = privateKey(settings.privateKey, 'ec');
  const token = key && keyId && teamId ? createProviderToken({ key, keyId, teamId }) : undefined;
  const connections = createHttp2Connections(settings.baseUrl, settings.timeoutMs);
  const send = async (message: OutgoingPush, signal: AbortSignal): Promise<ProviderAnswer> => {
    if (!token || !topic) return refused(CONFIGURATION, NO_CREDENTIALS);
    let connection: Http2Connection | undefined;
    try {
      connection = await connected(connections, signal);
      const { headers, body } = apnsNotification(message, topic, nowMs());
      const signed = { ...headers, authorization: `bearer ${token.at(nowMs())}` };
      const answer = readApnsAnswer(await http2Post(connection, { headers: signed, body, signal }), nowMs());
      if (answer.kind === 'refused' && answer.code === 'ExpiredProviderToken') token.expired(nowMs());
      return answer;
    } catch (error) {
      if (connection && signal.aborted) connections.drop(connection);
      return networkAnswer(error instanceof Error ? error : new Error(String(error)));
    }
  };
  return {
    name: 'apns',
    timeoutMs: settings.timeoutMs,
    // An apns-id that comes twice is delivered twice, there is no look-up, and nobody is called back.
    reconciliation: [],
    send,
    close: connections.close,
  };
};
