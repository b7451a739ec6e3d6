import { isConnectionError, type NewSuppression, type RecordedEvent } from '@crier/db';
import type { METRICS, ProviderEvent } from '@crier/domain';
import { createBatcher, type Metrics } from '@crier/runtime';
import { tryAgain } from './http/problem-error.js';
import { suppressionsOf } from './suppressions-of.js';
import { within } from './within.js';

export interface RecordDeps {
  /** Records events and answers for each, in order: `recordCallbacks` of the database. */
  readonly record: (events: readonly ProviderEvent[]) => Promise<readonly RecordedEvent[]>;
  /** Takes addresses from among those that are written to. */
  readonly suppress: (items: readonly NewSuppression[]) => Promise<unknown>;
  /** How long a silent PostgreSQL is waited for, in ms. Less than providers wait for us. */
  readonly timeoutMs: number;
  readonly metrics: Metrics<typeof METRICS>;
}

/** Resolves after the commit of these events. 503 when the database is away or silent. */
export type RecordEvents = (events: readonly ProviderEvent[]) => Promise<void>;

const MOST_REQUESTS = 200;
const MOST_EVENTS = 500;
const FLIGHTS = 2;

const silent = (): Error => tryAgain('The database does not answer.');

const count = (metrics: RecordDeps['metrics'], event: ProviderEvent, recorded: RecordedEvent): void => {
  if (recorded.effect === 'repeated') metrics.count('crier_duplicates_total', { where: 'callback' });
  if (recorded.effect !== 'changed') return;
  const { provider, kind } = event;
  const { channel, lane, type } = recorded.delivery;
  const named = { channel, provider, type: type ?? '' };
  if (kind === 'delivered' || kind === 'bounced')
    metrics.count('crier_deliveries_total', { ...named, lane, result: kind });
  if (kind === 'rejected') metrics.count('crier_delivery_failures_total', { ...named, error_code: 'rejected_later' });
};

/** Requests that come together share a statement and its commit; each is answered for after its own. */
export const createRecordEvents = ({ record, suppress, timeoutMs, metrics }: RecordDeps): RecordEvents => {
  const batcher = createBatcher<readonly ProviderEvent[], void>({
    maxBatch: MOST_REQUESTS,
    maxWeight: MOST_EVENTS,
    weigh: (events) => events.length,
    flights: FLIGHTS,
    isShared: isConnectionError,
    run: async (requests) => {
      const events = requests.flat();
      const recorded = await record(events);
      const proved = suppressionsOf(events, recorded);
      if (proved.length > 0) await suppress(proved);
      for (const [i, event] of events.entries()) count(metrics, event, recorded[i] ?? { effect: 'foreign' });
      return requests.map(() => undefined);
    },
  });
  return async (events) => {
    if (events.length > 0) await within(batcher.submit(events), timeoutMs, silent);
  };
};
