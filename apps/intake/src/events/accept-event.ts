import {
  type Channel,
  type FieldError,
  keyOf,
  type METRICS,
  type ValidationContext,
  validateEvent,
} from '@crier/domain';
import type { Metrics } from '@crier/runtime';
import type { BackPressure } from '../back-pressure.js';
import type { Caller } from '../http/authenticate.js';
import type { StorageGate } from '../storage-gate.js';
import { type EventToStore, eventToStore } from './event-to-store.js';
import type { Stored } from './store-events.js';

export interface AcceptDeps {
  readonly validation: () => ValidationContext;
  readonly store: (event: EventToStore) => Promise<Stored>;
  readonly gate: StorageGate;
  readonly backPressure: Pick<BackPressure, 'refusal'>;
  /** The channels that a type goes by when its event names none. */
  readonly channelsOf: (type: string) => readonly Channel[];
  readonly metrics: Metrics<typeof METRICS>;
}

export type Accepted =
  | { readonly status: 200 | 202; readonly id: string; readonly key: string; readonly duplicate: boolean }
  | { readonly status: 409 | 422 | 429; readonly errors: readonly FieldError[] };

const DIFFERS = 'Differs from what was stored under this key; a new event needs its own occurredAt.';

/**
 * One event from parsed JSON to its answer: 202 stored, 200 the same as before, 409 the same key with other
 * content, 422 invalid, 429 its lane has too much before it. Throws only when storage fails.
 */
export const acceptEvent = async (
  deps: AcceptDeps,
  body: unknown,
  caller: Caller,
  traceparent: string | null,
): Promise<Accepted> => {
  const valid = validateEvent(body, deps.validation());
  if ('errors' in valid) return { status: 422, errors: valid.errors };
  const channels = valid.event.channels ?? deps.channelsOf(valid.event.type);
  const refusal = deps.backPressure.refusal(valid.event.lane, channels);
  if (refusal !== undefined) {
    deps.metrics.count('crier_refused_total', { lane: valid.event.lane });
    return { status: 429, errors: [{ pointer: '', code: 'backlogged', detail: refusal }] };
  }
  const event = eventToStore(valid.event, caller, traceparent);
  const stored = await deps.gate.run(() => deps.store(event));
  const { id, type, lane } = event.row;
  if (stored.kind === 'conflict')
    return { status: 409, errors: stored.pointers.map((pointer) => ({ pointer, code: 'differs', detail: DIFFERS })) };
  if (stored.kind === 'new') deps.metrics.count('crier_events_accepted_total', { type, lane });
  else deps.metrics.count('crier_duplicates_total', { where: 'intake' });
  return { status: stored.kind === 'new' ? 202 : 200, id, key: keyOf(id), duplicate: stored.kind === 'duplicate' };
};
