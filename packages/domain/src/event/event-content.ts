import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from '../canonical-json.js';
import { formatInstant } from '../instant.js';
import { type EventRecipient, recipientId } from './recipient.js';
import type { ValidEvent } from './validate-event.js';

/** The stored body of an event: what the router and the templates read, and what a second post is compared with. */
export interface EventContent {
  readonly type: string;
  readonly entity: { readonly type: string; readonly id: string; readonly version?: number };
  readonly occurredAt: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly recipients: readonly EventRecipient[];
  readonly channels?: readonly string[];
  readonly priority?: string;
  readonly expiresAt?: string;
}

const asSet = <T extends string>(items: readonly T[]): T[] => [...new Set(items)].sort();

const comparable = (recipient: EventRecipient): EventRecipient =>
  typeof recipient === 'string' || recipient.channels === undefined
    ? recipient
    : { ...recipient, channels: asSet(recipient.channels) };

const byId = (a: EventRecipient, b: EventRecipient): number => (recipientId(a) < recipientId(b) ? -1 : 1);

/**
 * The comparable form of an event (contract, "Compared for 409"): instants as instants, recipients and channels as sets,
 * nothing that the sender did not say. Recipients stand by id, so that a changed address is one difference, not a new order.
 */
export const eventContent = (event: ValidEvent): EventContent => ({
  type: event.type,
  entity: {
    type: event.entity.type,
    id: event.entity.id,
    ...(event.entity.version === null ? {} : { version: event.entity.version }),
  },
  occurredAt: formatInstant(event.occurredAt),
  data: event.data,
  recipients: event.recipients.map(comparable).sort(byId),
  ...(event.channels ? { channels: asSet(event.channels) } : {}),
  ...(event.priority ? { priority: event.priority } : {}),
  ...(event.expiresAt === null ? {} : { expiresAt: formatInstant(event.expiresAt) }),
});

/** Canonical text of the content and its SHA-256: equal hashes mean the same event said again. */
export const contentHash = (content: EventContent): { text: string; hash: Buffer } => {
  const text = canonicalJson(content as unknown as Json);
  return { text, hash: createHash('sha256').update(text).digest() };
};
