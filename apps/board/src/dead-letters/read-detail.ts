import {
  type AttemptView,
  currentAddresses,
  type DeadLetter,
  type DeliveryView,
  type EventForSending,
  type LoadedDelivery,
  loadDeliveriesWithEvents,
  readDeadLetter,
  readDelivery,
  readReplayFacts,
  type Sql,
} from '@crier/db';
import { type ReplayVerdict, replayVerdict, type TypeCategories } from '@crier/domain';
import type { NotificationType } from '@crier/templates';
import { maskPaths } from '@crier/templates';
import { type Preview, renderMessage } from './render-message.js';

/** Everything that is known of one dead letter. */
export interface DeadLetterDetail {
  readonly letter: DeadLetter;
  readonly delivery: LoadedDelivery;
  readonly view: Omit<DeliveryView, 'attempts'>;
  readonly event: EventForSending;
  readonly attempts: readonly AttemptView[];
  readonly preview: Preview;
  /** The event's data with secrets hidden. */
  readonly data: unknown;
  /** What a replay of this one would come to now. */
  readonly verdict: ReplayVerdict;
  /** The evidence on the suppression list against the address that it would go to. */
  readonly suppressionId: string | null;
  readonly expired: boolean;
  /** Where a replay would go if not to the delivery's own address: the directory's, as it is now. */
  readonly directoryAddress: string | undefined;
}

/** Reads one dead letter, open or closed; undefined when there is none by this id. */
export const readDetail = async (
  options: {
    sql: Sql;
    typeOf: (name: string) => NotificationType | undefined;
    maxReplays: number;
    categories: () => TypeCategories;
  },
  id: string,
  isRevealed: boolean,
): Promise<DeadLetterDetail | undefined> => {
  const { sql } = options;
  const [letter, found, [loaded], [facts], addresses] = await Promise.all([
    readDeadLetter(sql, id),
    readDelivery(sql, id),
    loadDeliveriesWithEvents(sql, [id]),
    readReplayFacts(sql, [id], options.categories()),
    currentAddresses(sql, [id]),
  ]);
  if (!letter || !found || !loaded || !facts) return undefined;
  const { attempts, ...view } = found;
  const type = options.typeOf(loaded.event.type);
  return {
    letter,
    ...loaded,
    view,
    attempts,
    preview: renderMessage(type, loaded, isRevealed),
    data: maskPaths({ data: loaded.event.data }, type?.manifest.secret ?? []).data,
    verdict: replayVerdict(facts, { maxReplays: options.maxReplays, alone: true }),
    suppressionId: facts.suppressionId,
    expired: facts.expired,
    directoryAddress: addresses.get(id),
  };
};
