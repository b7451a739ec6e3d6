import type { ProviderEvent, ProviderEventKind } from '@crier/domain';
import { z } from 'zod';
import { emailOf, firstInstant, messageIdOf, wordsOf } from './fields.js';

const text = z.string().nullish();

/** Only what is used; SendGrid lays custom arguments beside its own fields. */
const schema = z.object({
  event: z.string(),
  timestamp: z.number(),
  email: text,
  sg_message_id: text,
  'crier-key': text,
  type: text,
  status: text,
  reason: text,
  response: text,
});

/** https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event; open, click and the like are nothing to us. */
const KINDS = new Map<string, ProviderEventKind>([
  ['processed', 'accepted'],
  ['delivered', 'delivered'],
  ['bounce', 'bounced'],
  ['blocked', 'deferred'],
  ['dropped', 'rejected'],
  ['deferred', 'deferred'],
  ['spamreport', 'complained'],
]);
const SUPPRESS: Readonly<Partial<Record<ProviderEventKind, ProviderEvent['suppress']>>> = {
  bounced: 'hard_bounce',
  complained: 'complaint',
};
/** A bounce of this type is the receiver's refusal of the moment: the address is good. */
const SOFT = 'blocked';

/** The id that the answer to the send had: what follows the first dot names the machine and the recipient. */
const idOfSend = (sgMessageId: string | null | undefined): string | null => messageIdOf(sgMessageId?.split('.')[0]);

/** One event of a SendGrid webhook; null for one that says nothing about a message. */
export const parseSendgridEvent = (json: unknown): ProviderEvent | null => {
  const { success, data } = schema.safeParse(json);
  if (!success) return null;
  const kind = data.event === 'bounce' && data.type === SOFT ? 'deferred' : KINDS.get(data.event);
  const at = firstInstant(data.timestamp * 1000);
  if (kind === undefined || at === undefined) return null;
  return {
    deliveryKey: data['crier-key'] ?? null,
    provider: 'sendgrid',
    messageId: idOfSend(data.sg_message_id),
    kind,
    at,
    code: wordsOf(data.status ?? (kind === 'rejected' ? data.reason : data.type)),
    detail: wordsOf(data.reason ?? data.response),
    suppress: SUPPRESS[kind],
    address: emailOf(data.email),
  };
};
