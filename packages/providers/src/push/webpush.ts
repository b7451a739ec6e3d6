import type { OutgoingPush, ProviderAnswer } from '@crier/domain';
import { BAD_ADDRESS, CONFIGURATION, DOUBTFUL_ADDRESS, refused } from '../code-table.js';
import { createHttpAgents } from '../http-agents.js';
import { httpPost } from '../http-post.js';
import type { OpenProvider } from '../maker.js';
import { networkAnswer } from '../network-error.js';
import { PRIVATE_ADDRESS, publicLookup } from './public-lookup.js';
import { isAllowedEndpoint, readSubscription } from './push-subscription.js';
import { readWebpushAnswer } from './webpush-answer.js';
import { isUsableVapid, type Vapid, webpushRequest } from './webpush-request.js';

export interface WebpushSettings {
  /** Undefined, or keys that nothing can be signed with: every send says that our configuration is at fault. */
  readonly vapid: Vapid | undefined;
  /** Development: endpoints on this machine and in private networks are called too. */
  readonly allowPrivate: boolean;
  readonly timeoutMs: number;
  /** As many as calls can be in flight, all lanes together. */
  readonly sockets: number;
  readonly nowMs: () => number;
}

const NO_CREDENTIALS = { code: 'no_credentials', message: 'There are no VAPID keys, or they can’t be used.' };
const NO_SUBSCRIPTION = { code: 'bad_subscription', message: 'The subscription can’t be read.' };
const NOT_ALLOWED = { code: 'bad_endpoint', message: 'The subscription’s endpoint is not a public https address.' };
const INSIDE = { code: 'private_address', message: 'The subscription’s endpoint leads into a private network.' };

/** Those of Chrome, Firefox, Safari and Edge. */
const WELL_KNOWN = /(^|\.)(googleapis\.com|push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com)$/;

/** The trouble of any other host is its own: it must not stop what goes to these. */
const weighed = (answer: ProviderAnswer, trusted: boolean): ProviderAnswer =>
  trusted || answer.kind === 'accepted' ? answer : { ...answer, neutral: true };

/** The message as a request; undefined if the subscription's keys are none. */
const requestOf = (...args: Parameters<typeof webpushRequest>) => {
  try {
    return webpushRequest(...args);
  } catch {
    return undefined;
  }
};

const fromError = (thrown: unknown): ProviderAnswer => {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  return 'code' in error && error.code === PRIVATE_ADDRESS ? refused(DOUBTFUL_ADDRESS, INSIDE) : networkAnswer(error);
};

/**
 * Web Push, to whatever push service the subscription names, one try per call. `web-push` encrypts and signs; its own sending
 * takes no abort signal and no plain http.
 */
export const createWebpush = (settings: WebpushSettings): OpenProvider<OutgoingPush> => {
  const { allowPrivate, nowMs } = settings;
  const agents = createHttpAgents(settings);
  const vapid = settings.vapid && isUsableVapid(settings.vapid) ? settings.vapid : undefined;
  const lookup = allowPrivate ? {} : { lookup: publicLookup };
  const send = async (message: OutgoingPush, signal: AbortSignal): Promise<ProviderAnswer> => {
    if (!vapid) return refused(CONFIGURATION, NO_CREDENTIALS);
    const subscription = readSubscription(message.token);
    if (!subscription) return refused(BAD_ADDRESS, NO_SUBSCRIPTION);
    const endpoint = new URL(subscription.endpoint);
    if (!isAllowedEndpoint(endpoint, allowPrivate)) return refused(BAD_ADDRESS, NOT_ALLOWED);
    const request = requestOf(message, subscription, vapid);
    if (!request) return refused(BAD_ADDRESS, NO_SUBSCRIPTION);
    const trusted = allowPrivate || WELL_KNOWN.test(endpoint.hostname);
    try {
      const answer = await httpPost(endpoint, agents, { ...request, ...lookup, signal });
      return weighed(readWebpushAnswer(answer, { endpoint, trusted, nowMs: nowMs() }), trusted);
    } catch (error) {
      return weighed(fromError(error), trusted);
    }
  };
  return {
    name: 'webpush',
    timeoutMs: settings.timeoutMs,
    // No key of ours that a push service knows a message by, no look-up, and nobody is called back.
    reconciliation: [],
    send,
    close: () => {
      agents.httpAgent.destroy();
      agents.httpsAgent.destroy();
    },
  };
};
