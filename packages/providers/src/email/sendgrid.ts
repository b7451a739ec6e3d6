import type { OutgoingEmail, ProviderAnswer } from '@crier/domain';
import { cutAnswer } from '../axios-answer.js';
import { CONFIGURATION, refused } from '../code-table.js';
import { createHttpAgents } from '../http-agents.js';
import type { OpenProvider } from '../maker.js';
import { networkAnswer } from '../network-error.js';
import { readSendGridAnswer } from './sendgrid-answer.js';
import { sendgridMail } from './sendgrid-mail.js';
import { createMailService } from './sendgrid-sdk.js';

export interface SendGridSettings {
  readonly from: string;
  /** Undefined = none was given: every send says that our configuration is at fault. */
  readonly apiKey: string | undefined;
  /** Without `/v3`: https://api.sendgrid.com, or the EU region's https://api.eu.sendgrid.com. */
  readonly baseUrl: string;
  readonly timeoutMs: number;
  /** As many as calls can be in flight, all lanes together. */
  readonly sockets: number;
  readonly nowMs: () => number;
}

/** The whole mail with its files: https://www.twilio.com/docs/sendgrid/api-reference/mail-send/limitations */
const MOST_BYTES = 30_000_000;

/** At growing intervals, for a day: https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/troubleshooting */
const REPEATED_WITHIN_MS = 24 * 3_600_000;

type Agents = ReturnType<typeof createHttpAgents>;

/**
 * The SDK takes no abort signal with a call, but hands whatever its client's defaults hold to axios. So each call has a client
 * of its own, over the shared sockets. The key goes in as a header: `setApiKey` writes to the console about a key that does
 * not begin with `SG.`. Redirects are not followed and an environment's proxy is not used, as with every other provider.
 */
const mailService = ({ apiKey, baseUrl }: SendGridSettings, agents: Agents, signal: AbortSignal) =>
  createMailService(
    { Authorization: `Bearer ${apiKey?.trim()}` },
    { ...agents, baseUrl, signal, proxy: false, maxRedirects: 0, validateStatus: () => true },
  );

const fromError = (thrown: unknown, nowMs: number): ProviderAnswer => {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const answer = cutAnswer(error);
  return answer ? readSendGridAnswer(answer, nowMs) : networkAnswer(error);
};

/** Twilio SendGrid's v3 API through its SDK, one try per call: retrying is Crier's business. */
export const createSendGrid = (settings: SendGridSettings): OpenProvider<OutgoingEmail> => {
  const { from } = settings;
  const agents = createHttpAgents(settings);
  const send = async (message: OutgoingEmail, signal: AbortSignal): Promise<ProviderAnswer> => {
    if (!settings.apiKey) return refused(CONFIGURATION, { code: 'no_credentials', message: 'There is no API key.' });
    try {
      const [answer] = await mailService(settings, agents, signal).send(sendgridMail(message, from));
      return readSendGridAnswer(answer, settings.nowMs());
    } catch (error) {
      return fromError(error, settings.nowMs());
    }
  };
  return {
    name: 'sendgrid',
    timeoutMs: settings.timeoutMs,
    reconciliation: ['callback'],
    callbacksRepeatedWithinMs: REPEATED_WITHIN_MS,
    maxMessageBytes: MOST_BYTES,
    send,
    close: () => {
      agents.httpAgent.destroy();
      agents.httpsAgent.destroy();
    },
  };
};
