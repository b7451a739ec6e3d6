import twilio from 'twilio';
import type { AxiosAnswer } from '../axios-answer.js';
import type { createHttpAgents } from '../http-agents.js';

const HOME = 'https://api.twilio.com';

export interface TwilioAccount {
  readonly accountSid: string;
  readonly authToken: string;
}

export interface TwilioRoad {
  /** Instead of https://api.twilio.com, without a slash at the end. */
  readonly baseUrl: string;
  readonly agents: ReturnType<typeof createHttpAgents>;
  readonly timeoutMs: number;
}

export type TwilioMessage = Parameters<ReturnType<typeof twilio>['messages']['create']>[0];

/**
 * An HTTP client of the SDK's for one call: it takes an abort signal with no call, but axios's defaults may hold one. Another
 * address is put in at the last moment, because the SDK reads every host name as one of Twilio's own and makes
 * `sandbox.local.sandbox.local` of `sandbox.local`. By default it tries nothing again and follows no redirect.
 */
const oneCall = ({ baseUrl, agents, timeoutMs }: TwilioRoad, signal: AbortSignal) => {
  const client = new twilio.RequestClient({ timeout: timeoutMs });
  Object.assign(client.axios.defaults, { ...agents, signal });
  client.axios.interceptors.request.use((config) =>
    Object.assign(config, { url: config.url?.replace(HOME, () => baseUrl) }),
  );
  return client;
};

/**
 * Creates a message through Twilio's SDK and gives back the answer as it came: the SDK's errors carry no headers, and it has
 * none for an answer that it can't read. Throws if there was no answer. Region and edge of the environment are not looked at.
 */
export const createMessage = async (
  { accountSid, authToken }: TwilioAccount,
  message: TwilioMessage,
  road: TwilioRoad,
  signal: AbortSignal,
): Promise<AxiosAnswer> => {
  const httpClient = oneCall(road, signal);
  const client = twilio(accountSid, authToken, { httpClient, edge: '', region: '' });
  const failure = await client.messages.create(message).then(
    () => undefined,
    (error: unknown) => error,
  );
  const answer = httpClient.lastResponse;
  if (!answer) throw failure;
  return answer;
};
