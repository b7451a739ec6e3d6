import { createHmac } from 'node:crypto';
import type { CallbackOutcome } from './callback-settings.js';
import type { Callback, CallbackWriter } from './report.js';
import { twilioRetryRule } from './twilio-retry-rule.js';

const STATUSES: Readonly<Record<CallbackOutcome, readonly string[]>> = {
  delivered: ['sent', 'delivered'],
  bounced: ['sent', 'undelivered'],
  complained: ['failed'],
};
/** https://www.twilio.com/docs/api/errors: unreachable handset; filtered by the carrier. */
const USUAL_CODES: Readonly<Record<string, number>> = { undelivered: 30003, failed: 30007 };
const ACCOUNT_OF_NONE = 'AC00000000000000000000000000000000';

/**
 * `X-Twilio-Signature`: HMAC-SHA1 with the account's auth token over the address and every field with its value, sorted by name
 * (https://www.twilio.com/docs/usage/security#validating-requests). What the address asks for behind its `#` is no part of it.
 */
const signed = (authToken: string, url: string, fields: Readonly<Record<string, string>>): Callback => {
  const names = Object.keys(fields).sort();
  const text = url.replace(/#.*$/, '') + names.map((name) => `${name}${fields[name]}`).join('');
  return {
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'user-agent': 'TwilioProxy/1.1',
      'x-twilio-signature': createHmac('sha1', authToken).update(text).digest('base64'),
    },
    body: new URLSearchParams(fields).toString(),
  };
};

const STOP = /^\s*(stop|stopall|unsubscribe|cancel|end|quit)\s*$/i;
const START = /^\s*(start|yes|unstop)\s*$/i;

/** What Twilio itself does about a text (https://help.twilio.com/articles/223134027). */
export const optOutType = (text: string): 'STOP' | 'START' | undefined =>
  STOP.test(text) ? 'STOP' : START.test(text) ? 'START' : undefined;

/** Twilio posts a form for each status, to the StatusCallback of the send. */
export const createTwilioCallback = ({ twilioAuthToken }: { twilioAuthToken: string }): CallbackWriter => ({
  provider: 'twilio',
  path: 'twilio',
  keyFiles: {},
  statuses: (outcome) => STATUSES[outcome],
  urlFor: ({ callbackUrl }) => callbackUrl,
  retryRule: twilioRetryRule,
  write({ messageId, status, from, to, account, url, settings }) {
    const usual = USUAL_CODES[status];
    return signed(twilioAuthToken, url, {
      AccountSid: account ?? ACCOUNT_OF_NONE,
      ApiVersion: '2010-04-01',
      From: from,
      MessageSid: messageId,
      MessageStatus: status,
      SmsSid: messageId,
      SmsStatus: status,
      To: to[0] ?? '',
      ...(usual === undefined ? {} : { ErrorCode: String(settings.code ?? usual) }),
    });
  },
  writeInbound({ messageId, from, to, text, url }) {
    const type = optOutType(text);
    return signed(twilioAuthToken, url, {
      AccountSid: ACCOUNT_OF_NONE,
      ApiVersion: '2010-04-01',
      Body: text,
      From: from,
      MessageSid: messageId,
      NumMedia: '0',
      NumSegments: '1',
      SmsMessageSid: messageId,
      SmsSid: messageId,
      SmsStatus: 'received',
      To: to,
      ...(type === undefined ? {} : { OptOutType: type }),
    });
  },
});
