import {
  CHANNELS,
  DEAD_REASONS,
  ERRORS,
  type ErrorCode,
  envelopeSchema,
  LANES,
  preferencesSchema,
  pushRegistrationSchema,
  recipientProfileSchema,
  STATES,
} from '@crier/domain';
import { PRICE_CLASSES } from '@crier/templates';
import { z } from 'zod';
import { previewRequestSchema } from '../routes/preview-request.js';

const instant = z.string().meta({ format: 'date-time', description: 'RFC 3339, UTC, up to microseconds' });
const id = z.string().meta({ format: 'uuid' });
const key = z
  .string()
  .meta({ pattern: '^[0-9a-f]{32}$', description: 'The id as 32 hex digits; what providers carry' });
const channel = z.enum(CHANNELS);
const lane = z.enum(LANES);
const state = z.enum(STATES);
const next = z.string().nullable().meta({ description: 'Cursor of the next page; null at the end' });
const reason = z.string().meta({ description: `If dead, one of: ${Object.keys(DEAD_REASONS).join(', ')}` });

const fieldError = z.object({
  pointer: z.string().meta({ description: 'JSON pointer into the body that was sent; empty for the whole body' }),
  code: z.string(),
  detail: z.string(),
});

const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  instance: z.string().optional(),
  code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
  errors: z.array(fieldError),
});

const accepted = z.object({ id, key, status: z.literal('accepted'), duplicate: z.boolean() });

const batchItem = z.union([
  z.object({ status: z.literal([200, 202]), id, key, duplicate: z.boolean() }),
  z.object({ status: z.literal([409, 422, 429]), errors: z.array(fieldError) }),
]);

const deliveryFields = {
  id,
  key,
  eventId: id,
  channel,
  recipientId: z.string().nullable().meta({ description: 'Null when the person was erased' }),
  lane,
  state,
  reason: reason.nullable(),
  locale: z.string(),
  entityVersion: z.int().nullable(),
  templateVersion: z.string().nullable(),
  provider: z.string().nullable(),
  providerMessageId: z.string().nullable(),
  renderedAt: instant.nullable(),
  nextAttemptAt: instant.nullable(),
  heldUntil: instant.nullable(),
  expiresAt: instant.nullable(),
  acceptedAt: instant.nullable(),
  deliveredAt: instant.nullable(),
  bouncedAt: instant.nullable(),
  complainedAt: instant.nullable(),
  unconfirmedAt: instant.nullable(),
  lastErrorCode: z.string().nullable(),
  lastErrorMessage: z.string().nullable(),
  segments: z.int().nullable(),
};

const delivery = z.object({ ...deliveryFields, attempts: z.int() });

const attempt = z.object({
  at: instant,
  provider: z.string().nullable(),
  providerStatus: z.int().nullable().meta({ description: 'HTTP status of the provider' }),
  error: z.object({ code: z.string().nullable(), message: z.string().nullable() }).nullable(),
  result: z.string(),
});

const deliveryWithAttempts = z.object({ ...deliveryFields, attemptCount: z.int(), attempts: z.array(attempt) });

const storedEvent = z.object({
  id,
  key,
  mode: z.enum(['live', 'test']),
  source: z.string().meta({ description: 'The producer that the API key belongs to' }),
  type: z.string(),
  entity: z.object({ type: z.string(), id: z.string(), version: z.int().nullable() }),
  occurredAt: instant,
  lane,
  expiresAt: instant.nullable(),
  acceptedAt: instant,
  status: z.enum(['accepted', 'routing', 'routed']),
  counts: z.record(z.string(), z.int()).meta({ description: 'How many deliveries are in each state' }),
  deliveries: z.array(delivery),
  next,
});

const decision = z.object({
  channel,
  outcome: z.enum(['send', 'hold', 'suppress', 'dead', 'unknown']),
  reason: z.string(),
  at: instant,
  until: instant.nullable(),
  deliveryId: id.nullable(),
  inFavourOf: z
    .string()
    .nullable()
    .meta({ description: 'Of a duplicate: who got the message in place of this person' }),
});

const explanation = z.object({
  decisions: z.array(decision),
  attempts: z.array(z.object({ deliveryId: id, channel, ...attempt.shape })),
});

const directoryEntry = z.object({
  id: z.string(),
  ...recipientProfileSchema.shape,
  createdAt: instant,
  updatedAt: instant,
});

const suppression = z.object({
  id,
  channel,
  address: z.string(),
  reason: z.string(),
  provider: z.string().nullable(),
  code: z.string().nullable().meta({ description: 'The provider’s own' }),
  deliveryId: id.nullable(),
  evidenceAt: instant.meta({ description: 'When what proves it happened' }),
  createdAt: instant,
});

const notificationType = z.object({
  type: z.string(),
  description: z.string(),
  category: z.string(),
  lane,
  maxLane: lane.meta({ description: 'The most urgent lane that an event may ask for' }),
  channels: z.array(channel),
  mandatory: z.boolean().meta({ description: 'Nobody can opt out of it' }),
  expiresInMs: z.int().nullable(),
  onUnknown: z.enum(['resend', 'hold']),
  templateVersion: z.string(),
  locales: z.record(z.string(), z.array(z.string())).meta({ description: 'Locales of each channel’s templates' }),
});

const price = z.object({
  class: z.enum(PRICE_CLASSES).meta({ description: 'What one message is billed as' }),
  units: z.int().meta({ description: 'How many of that: the segments of an SMS' }),
});

const link = z.string().nullable();
const renderedMessage = z.union([
  z.object({
    channel: z.literal('email'),
    locale: z.string(),
    subject: z.string(),
    html: z.string(),
    text: z.string(),
  }),
  z.object({ channel: z.literal('sms'), locale: z.string(), text: z.string() }),
  z.object({
    channel: z.literal('whatsapp'),
    locale: z.string(),
    text: z.string(),
    template: z
      .object({
        name: z.string(),
        language: z.string(),
        parameters: z.array(z.string()),
        button: z.string().optional().meta({ description: 'What its button copies: a one-time code' }),
      })
      .nullable()
      .meta({ description: 'What Meta approved; null: free text' }),
  }),
  z.object({ channel: z.enum(['push', 'inapp']), locale: z.string(), title: z.string(), body: z.string(), url: link }),
]);

const preview = z.object({
  channel,
  locale: z.string().meta({ description: 'The one that it is written in' }),
  message: renderedMessage,
  sms: z
    .object({
      encoding: z.enum(['GSM-7', 'UCS-2']),
      segments: z.int(),
      units: z.int().meta({ description: 'Septets of GSM-7, 16-bit code units of UCS-2' }),
      forcedBy: z
        .object({ char: z.string(), index: z.int() })
        .nullable()
        .meta({ description: 'The first character that GSM-7 lacks, and where it is' }),
    })
    .nullable()
    .meta({ description: 'Null on other channels' }),
  price,
});

const sent = (about: string) => ({ format: 'date-time', description: about });

/** What callers send, by the schemas that read it. */
export const REQUESTS = {
  Event: envelopeSchema.extend({
    occurredAt: envelopeSchema.shape.occurredAt.meta(
      sent('With an offset; up to six fraction digits. Part of the event’s key: an hour later is another event'),
    ),
    expiresAt: envelopeSchema.shape.expiresAt.meta(sent('Never sent after this')),
  }),
  RecipientProfile: recipientProfileSchema,
  Preferences: preferencesSchema,
  PushRegistration: pushRegistrationSchema,
  PreviewRequest: previewRequestSchema,
} as const;

/** What callers get. */
export const ANSWERS = {
  Accepted: accepted,
  BatchResults: z.object({ results: z.array(batchItem) }),
  StoredEvent: storedEvent,
  Delivery: delivery,
  DeliveryWithAttempts: deliveryWithAttempts,
  Explanation: explanation,
  DirectoryEntry: directoryEntry,
  StoredPreferences: z.object(preferencesSchema.shape),
  PushToken: z.object({ id }),
  InboxToken: z.object({ token: z.string(), expiresAt: instant }),
  Suppressions: z.object({ suppressions: z.array(suppression), next }),
  NotificationTypes: z.object({ types: z.array(notificationType) }),
  Previews: z.object({ type: z.string(), templateVersion: z.string(), previews: z.array(preview) }),
  Problem: problem,
} as const;

export type RequestName = keyof typeof REQUESTS;
export type AnswerName = keyof typeof ANSWERS;
