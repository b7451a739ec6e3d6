import type { OutgoingSms, ProviderAnswer } from '@crier/domain';
import { cutAnswer } from '../axios-answer.js';
import { CONFIGURATION, refused } from '../code-table.js';
import { createHttpAgents } from '../http-agents.js';
import type { OpenProvider } from '../maker.js';
import { networkAnswer } from '../network-error.js';
import { readTwilioAnswer } from './twilio-answer.js';
import { createMessage, type TwilioMessage } from './twilio-sdk.js';

export interface TwilioSettings {
  /** Undefined, here and in the next two = none was given: every send says that our configuration is at fault. */
  readonly accountSid: string | undefined;
  readonly authToken: string | undefined;
  /** A number, a sender name, or a messaging service (MG and 32 hex digits). */
  readonly from: string | undefined;
  /** https://api.twilio.com, or a region's https://api.dublin.ie1.twilio.com. */
  readonly baseUrl: string;
  /** Where our callbacks app is reached. */
  readonly callbacksUrl: string;
  readonly timeoutMs: number;
  /** As many as calls can be in flight, all lanes together. */
  readonly sockets: number;
  readonly nowMs: () => number;
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

/** The SDK throws for want of a token, and for any account that does not begin with AC. */
const credentialsOf = ({ accountSid, authToken, from }: TwilioSettings) => {
  const account = accountSid?.trim();
  const token = authToken?.trim();
  const sender = from?.trim();
  return account?.startsWith('AC') && token && sender
    ? { account: { accountSid: account, authToken: token }, sender }
    : undefined;
};

/**
 * Asks Twilio to say five times more, the most that it does, what nobody took for whatever cause; of itself it does so once, and
 * only where no connection came about. It is no part of the address that Twilio calls and signs
 * (https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides).
 */
const REPEAT = '#rc=5&rp=all';
/** All of them end 15 s after the first. */
const REPEATED_WITHIN_MS = 15_000;

/** The key travels in the address that Twilio reports to: no other field of a message comes back. */
const messageOf = ({ key, to, text }: OutgoingSms, sender: string, callbacksUrl: string): TwilioMessage => ({
  to,
  body: text,
  ...(/^MG[0-9a-f]{32}$/i.test(sender) ? { messagingServiceSid: sender } : { from: sender }),
  statusCallback: `${callbacksUrl}/callbacks/twilio?key=${key}${REPEAT}`,
});

const fromError = (thrown: unknown, nowMs: number): ProviderAnswer => {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const answer = cutAnswer(error);
  return answer ? readTwilioAnswer(answer, nowMs) : networkAnswer(error);
};

/**
 * Twilio's messages through its SDK, one try per call: retrying is Crier's business. An unknown outcome is settled by the
 * callback. No look-up: Twilio's list of messages holds neither our key nor the callback's address, and a message with the
 * same recipient and text proves nothing of this one (a reminder is worded as the one before it).
 */
export const createTwilio = (settings: TwilioSettings): OpenProvider<OutgoingSms> => {
  const agents = createHttpAgents(settings);
  const credentials = credentialsOf(settings);
  const road = { baseUrl: withoutSlash(settings.baseUrl), agents, timeoutMs: settings.timeoutMs };
  const callbacksUrl = withoutSlash(settings.callbacksUrl);
  const send = async (message: OutgoingSms, signal: AbortSignal): Promise<ProviderAnswer> => {
    if (!credentials)
      return refused(CONFIGURATION, { code: 'no_credentials', message: 'Account (AC…), token or sender is missing.' });
    const { account, sender } = credentials;
    try {
      const answer = await createMessage(account, messageOf(message, sender, callbacksUrl), road, signal);
      return readTwilioAnswer(answer, settings.nowMs());
    } catch (error) {
      return fromError(error, settings.nowMs());
    }
  };
  return {
    name: 'twilio',
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
