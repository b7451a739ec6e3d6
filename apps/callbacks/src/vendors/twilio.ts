import { canonicalPhone, type ProviderEvent, type ProviderEventKind } from '@crier/domain';
import { messageIdOf, phoneOf, wordsOf } from './fields.js';
import { saysStop, type Wish } from './stop-words.js';

/** https://www.twilio.com/docs/messaging/guides/outbound-message-status-in-status-callbacks */
const KINDS = new Map<string, ProviderEventKind>([
  ['accepted', 'accepted'],
  ['queued', 'accepted'],
  ['sending', 'accepted'],
  ['sent', 'accepted'],
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  // The carrier took it and could not deliver; `failed` never left Twilio.
  ['undelivered', 'bounced'],
  ['failed', 'rejected'],
]);

/** Codes that say something of the number itself (https://www.twilio.com/docs/api/errors). An unreachable handset (30003) may be back tomorrow. */
const SUPPRESS = new Map<string, ProviderEvent['suppress']>([
  ['30005', 'hard_bounce'], // unknown or inactive number
  ['30006', 'hard_bounce'], // a landline, or a carrier that takes no SMS
  ['21610', 'unsubscribed'],
]);

/** A status callback of Twilio; null for a status that says nothing. It carries no time: `at` is when it came. */
export const parseTwilioStatus = (key: string | null, form: URLSearchParams, at: string): ProviderEvent | null => {
  const kind = KINDS.get(form.get('MessageStatus') ?? form.get('SmsStatus') ?? '');
  if (kind === undefined) return null;
  const code = wordsOf(form.get('ErrorCode'));
  return {
    deliveryKey: key,
    provider: 'twilio',
    messageId: messageIdOf(form.get('MessageSid') ?? form.get('SmsSid')),
    kind,
    at,
    code,
    detail: wordsOf(form.get('ErrorMessage')),
    suppress: code === null ? undefined : SUPPRESS.get(code),
    address: phoneOf(form.get('To')),
  };
};

/** What somebody who writes to our number wants of us; null for anything but STOP and START. */
export const parseTwilioInbound = (form: URLSearchParams, at: string): Wish | null => {
  const address = canonicalPhone(form.get('From') ?? '');
  const wants = saysStop(form.get('OptOutType') ?? form.get('Body') ?? '');
  return address === undefined || wants === undefined
    ? null
    : { channel: 'sms', address, provider: 'twilio', wants, at };
};
