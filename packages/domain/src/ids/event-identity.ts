import { createHash } from 'node:crypto';
import type { Micros } from '../instant.js';
import { rowId } from './row-id.js';

export type Mode = 'live' | 'test';

/** What happened, as far as identity goes. `source` is the producer; text is NFC without outer blanks. */
export interface EventIdentity {
  readonly mode: Mode;
  readonly source: string;
  readonly type: string;
  readonly entityType: string;
  readonly entityId: string;
  readonly occurredAt: Micros;
}

export interface DerivedId {
  readonly id: string;
  readonly digest: Buffer;
}

/** NFC and no outer blanks: two spellings of one name are one name. */
export const canonicalText = (text: string): string => text.normalize('NFC').trim();

const parts = (e: EventIdentity): string[] => [
  e.mode,
  canonicalText(e.source),
  canonicalText(e.type),
  canonicalText(e.entityType),
  canonicalText(e.entityId),
  String(e.occurredAt),
];

const digestOf = (values: readonly string[]): Buffer => createHash('sha256').update(JSON.stringify(values)).digest();
const msOf = (e: EventIdentity): number => Number(e.occurredAt / 1000n);

/** Id and digest of an event. A JSON array is the encoding, so no field can run into the next. */
export const eventIdentity = (event: EventIdentity): DerivedId => {
  const digest = digestOf(parts(event));
  return { id: rowId(msOf(event), digest, digest), digest };
};

/** Id and digest of one delivery of an event. `documentKind` and `deviceId` are '' where there is none. */
export const deliveryIdentity = (
  event: EventIdentity,
  delivery: { channel: string; recipientId: string; documentKind?: string; deviceId?: string },
): DerivedId => {
  const own = digestOf([
    ...parts(event),
    delivery.channel,
    canonicalText(delivery.recipientId),
    delivery.documentKind ?? '',
    delivery.deviceId ?? '',
  ]);
  return { id: rowId(msOf(event), digestOf(parts(event)), own), digest: own };
};

/** Id of a row that gathers suppressed people of an event; derived too, so that routing twice writes it once. */
export const decisionSetIdentity = (event: EventIdentity, set: readonly string[]): DerivedId => {
  const own = digestOf([...parts(event), 'decision_set', ...set]);
  return { id: rowId(msOf(event), digestOf(parts(event)), own), digest: own };
};

/** Id and digest of a document of an event: one for each kind and locale, whoever asks for it and however often. */
export const documentIdentity = (event: EventIdentity, document: { kind: string; locale: string }): DerivedId => {
  const own = digestOf([...parts(event), 'document', document.kind, document.locale]);
  return { id: rowId(msOf(event), digestOf(parts(event)), own), digest: own };
};
