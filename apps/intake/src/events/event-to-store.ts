import type { NewEvent } from '@crier/db';
import {
  contentHash,
  type EventContent,
  eventContent,
  eventIdentity,
  formatInstant,
  type ValidEvent,
} from '@crier/domain';
import type { Caller } from '../http/authenticate.js';

export interface EventToStore {
  readonly row: NewEvent;
  readonly content: EventContent;
}

/** A valid event of a caller as rows: its derived id, its comparable content, its hash. */
export const eventToStore = (event: ValidEvent, caller: Caller, traceparent: string | null): EventToStore => {
  const identity = {
    mode: caller.mode,
    source: caller.source,
    type: event.type,
    entityType: event.entity.type,
    entityId: event.entity.id,
    occurredAt: event.occurredAt,
  };
  const { id, digest } = eventIdentity(identity);
  const content = eventContent(event);
  const { text, hash } = contentHash(content);
  return {
    content,
    row: {
      ...identity,
      id,
      digest,
      entityVersion: event.entity.version,
      occurredAt: formatInstant(event.occurredAt),
      lane: event.lane,
      expiresAt: event.effectiveExpiresAt === null ? null : formatInstant(event.effectiveExpiresAt),
      contentHash: hash,
      traceparent,
      body: text,
    },
  };
};
