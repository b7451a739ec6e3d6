import {
  applyProviderEvent,
  type EventEffect,
  type EventEntry,
  isOfStanding,
  type ProviderEvent,
  type Standing,
} from '@crier/domain';
import type { SqlOrTx } from '../client.js';
import { findDeliveries } from './find-deliveries.js';
import { type ReportedDelivery, readReported } from './read-reported.js';
import { writeReported } from './write-reported.js';

/** What became of one event. */
export type RecordedEvent =
  | {
      readonly effect: EventEffect;
      readonly delivery: Pick<ReportedDelivery, 'id' | 'channel' | 'lane' | 'address' | 'type'>;
      /** The event is about the copy that the delivery stands for now (`isOfStanding`). */
      readonly isOfStanding: boolean;
    }
  /** A message of somebody else, or of a delivery that is gone. */
  | { readonly effect: 'foreign' };

const FOREIGN: RecordedEvent = { effect: 'foreign' };

interface Outcome {
  readonly standing: Standing;
  readonly effects: readonly EventEffect[];
  readonly entries: readonly EventEntry[];
}

/** All events of one delivery, one after the other. */
const fold = (before: Standing, events: readonly ProviderEvent[]): Outcome =>
  events.reduce<Outcome>(
    ({ standing, effects, entries }, event) => {
      const { row, effect, entry } = applyProviderEvent(standing, event);
      return { standing: row, effects: [...effects, effect], entries: entry === null ? entries : [...entries, entry] };
    },
    { standing: before, effects: [], entries: [] },
  );

/**
 * Records what providers say afterwards and answers for each event, in order. The domain decides on a row as
 * it was read; a row that somebody changed before it was written is read and decided on again. Nothing is locked meanwhile,
 * so a process that stalls here holds nobody up.
 */
export const recordCallbacks = async (sql: SqlOrTx, events: readonly ProviderEvent[]): Promise<RecordedEvent[]> => {
  const answers: RecordedEvent[] = events.map(() => FOREIGN);
  const places = new Map<string, number[]>();
  for (const [i, id] of (await findDeliveries(sql, events)).entries())
    if (id !== undefined) places.set(id, [...(places.get(id) ?? []), i]);

  while (places.size > 0) {
    const read = await readReported(sql, [...places.keys()]);
    const found = new Map(read.map((delivery) => [delivery.id, delivery]));
    const decided = read.map(({ id, version, standing }) => {
      const told = (places.get(id) ?? []).flatMap((i) => events[i] ?? []);
      return { id, version, ...fold(standing, told) };
    });
    const written = await writeReported(
      sql,
      decided.filter(({ entries }) => entries.length > 0),
    );
    const settled = decided.filter(({ id, entries }) => entries.length === 0 || written.has(id));
    for (const { id, standing, effects } of settled) {
      const delivery = found.get(id);
      for (const [n, i] of (places.get(id) ?? []).entries()) {
        const [event, effect] = [events[i], effects[n]];
        if (delivery !== undefined && event !== undefined && effect !== undefined)
          answers[i] = { effect, delivery, isOfStanding: isOfStanding(standing, event) };
      }
      places.delete(id);
    }
    for (const id of places.keys()) if (!found.has(id)) places.delete(id);
  }
  return answers;
};
