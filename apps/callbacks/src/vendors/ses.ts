import type { ProviderEvent } from '@crier/domain';
import { z } from 'zod';
import { emailOf, firstInstant, messageIdOf, wordsOf } from './fields.js';

const text = z.string().nullish();
const recipients = z.array(z.object({ emailAddress: text, status: text, diagnosticCode: text })).nullish();

/** Only what is used; SES adds fields as it likes. */
const schema = z.object({
  eventType: text,
  notificationType: text,
  mail: z.object({
    messageId: text,
    timestamp: text,
    destination: z.array(z.string()).nullish(),
    tags: z.record(z.string(), z.array(z.string())).nullish(),
    headers: z.array(z.object({ name: z.string(), value: z.string() })).nullish(),
  }),
  bounce: z.object({ timestamp: text, bounceType: text, bounceSubType: text, bouncedRecipients: recipients }).nullish(),
  complaint: z
    .object({ timestamp: text, complaintFeedbackType: text, complaintSubType: text, complainedRecipients: recipients })
    .nullish(),
  delivery: z.object({ timestamp: text, smtpResponse: text }).nullish(),
  deliveryDelay: z.object({ timestamp: text, delayType: text, delayedRecipients: recipients }).nullish(),
  reject: z.object({ reason: text }).nullish(),
  failure: z.object({ errorMessage: text }).nullish(),
});
type SesEvent = z.infer<typeof schema>;
type Text = z.infer<typeof text>;
type Meaning = Pick<ProviderEvent, 'kind'> &
  Partial<Record<'at' | 'code' | 'detail', Text | undefined>> &
  Pick<ProviderEvent, 'suppress'>;

const bounceOf = ({ bounce }: SesEvent): Meaning => {
  const [recipient] = bounce?.bouncedRecipients ?? [];
  const isForGood = bounce?.bounceType === 'Permanent';
  return {
    // A bounce that is not for good says nothing about the next message, and SES has given this one up.
    kind: isForGood ? 'bounced' : 'deferred',
    suppress: isForGood ? 'hard_bounce' : undefined,
    at: bounce?.timestamp,
    code: recipient?.status ?? bounce?.bounceSubType,
    detail: recipient?.diagnosticCode ?? bounce?.bounceSubType,
  };
};

/** On the account's suppression list: SES took the message and tried nothing, and nobody complained of it. */
const NEVER_TRIED = 'OnAccountSuppressionList';
const complaintOf = ({ complaint }: SesEvent): Meaning =>
  complaint?.complaintSubType === NEVER_TRIED
    ? { kind: 'rejected', at: complaint.timestamp, code: NEVER_TRIED }
    : { kind: 'complained', suppress: 'complaint', at: complaint?.timestamp, code: complaint?.complaintFeedbackType };

/** https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html; Open, Click and Subscription are nothing to us. */
const MEANINGS = new Map<string, (event: SesEvent) => Meaning>(
  Object.entries<(event: SesEvent) => Meaning>({
    Send: () => ({ kind: 'accepted' }),
    Delivery: ({ delivery }) => ({ kind: 'delivered', at: delivery?.timestamp, detail: delivery?.smtpResponse }),
    Bounce: bounceOf,
    Complaint: complaintOf,
    Reject: ({ reject }) => ({ kind: 'rejected', code: 'Reject', detail: reject?.reason }),
    'Rendering Failure': ({ failure }) => ({
      kind: 'rejected',
      code: 'RenderingFailure',
      detail: failure?.errorMessage,
    }),
    DeliveryDelay: ({ deliveryDelay: delay }) => ({ kind: 'deferred', at: delay?.timestamp, code: delay?.delayType }),
  }),
);

/** The message tag, else our own header, which SES repeats where it is told to. */
const keyOf = ({ tags, headers }: SesEvent['mail']): string | null =>
  tags?.['crier-key']?.[0] ?? headers?.find(({ name }) => name.toLowerCase() === 'x-crier-key')?.value ?? null;

/**
 * Whom it went to. SES' own record of that comes first: a bounced recipient is what the receiving server wrote into its report,
 * which after a forwarding is somebody else.
 */
const addressOf = ({ mail, bounce, complaint }: SesEvent): string | null => {
  const [only, ...others] = mail.destination ?? [];
  const [reported] = bounce?.bouncedRecipients ?? complaint?.complainedRecipients ?? [];
  return emailOf(only !== undefined && others.length === 0 ? only : reported?.emailAddress);
};

/**
 * What SES says in an SNS message: an event of a configuration set (`eventType`), or the older feedback notification
 * (`notificationType`). Null for everything that says nothing about a message, such as SES' note that the topic works.
 */
export const parseSesMessage = (message: string): ProviderEvent | null => {
  let json: unknown;
  try {
    json = JSON.parse(message);
  } catch {
    return null;
  }
  const { success, data: event } = schema.safeParse(json);
  if (!success) return null;
  const meaning = MEANINGS.get(event.eventType ?? event.notificationType ?? '')?.(event);
  const { messageId, timestamp } = event.mail;
  const at = firstInstant(Date.parse(meaning?.at ?? ''), Date.parse(timestamp ?? ''));
  if (meaning === undefined || at === undefined) return null;
  return {
    deliveryKey: keyOf(event.mail),
    provider: 'ses',
    messageId: messageIdOf(messageId),
    kind: meaning.kind,
    at,
    code: wordsOf(meaning.code),
    detail: wordsOf(meaning.detail),
    suppress: meaning.suppress,
    address: addressOf(event),
  };
};
