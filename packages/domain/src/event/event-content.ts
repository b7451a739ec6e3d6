import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from '../canonical-json.js';
import { formatInstant } from '../instant.js';
import type { EventRecipient } from './recipient.js';
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

/**
 * The comparable form of an event (contract, "Compared for 409"): instants as instants, recipients and channels as sets,
 * nothing that the sender did not say.
 */
export const eventContent = (event: ValidEvent): EventContent => {
  const recipients = event.recipients.map((r) => [canonicalJson(r as Json), r] as const);
  recipients.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
  return {
    type: event.type,
    entity: {
      type: event.entity.type,
      id: event.entity.id,
      ...(event.entity.version === null ? {} : { version: event.entity.version }),
    },
    occurredAt: formatInstant(event.occurredAt),
    data: event.data,
    recipients: recipients.map(([, r]) => r),
    ...(event.channels ? { channels: [...event.channels].sort() } : {}),
    ...(event.priority ? { priority: event.priority } : {}),
    ...(event.expiresAt === null ? {} : { expiresAt: formatInstant(event.expiresAt) }),
  };
};

/** Canonical text of the content and its SHA-256: equal hashes mean the same event said again. */
export const contentHash = (content: EventContent): { text: string; hash: Buffer } => {
  const text = canonicalJson(content as unknown as Json);
  return { text, hash: createHash('sha256').update(text).digest() };
};
