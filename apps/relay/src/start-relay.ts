import { OUTBOX_CHANNEL, outboxBacklog, type Sql } from '@crier/db';
import { LANES, type METRICS } from '@crier/domain';
import type { Queues } from '@crier/queue';
import type { Logger, Metrics } from '@crier/runtime';
import { publishLane } from './publish-lane.js';
import { createWakeUp } from './wake-up.js';

export interface RelayOptions {
  readonly sql: Sql;
  /** A client that reaches Postgres past any transaction-mode pooler, for LISTEN. */
  readonly directSql: Sql;
  readonly queues: Queues;
  readonly log: Logger;
  readonly metrics: Metrics<typeof METRICS>;
}

const BACKLOG_EVERY_MS = 10_000;

/** Moves committed outbox rows into the router's queues, each lane on its own loop so that bulk is never ahead of critical. */
export const startRelay = async ({
  sql,
  directSql,
  queues,
  log,
  metrics,
}: RelayOptions): Promise<{ close(): Promise<void> }> => {
  const lanes = LANES.map((lane) => {
    const wakeUp = createWakeUp();
    const onError = (error: Error) =>
      log.warn({ lane, err: error.message }, 'publishing failed; the rows come up again');
    return { lane, wakeUp, stop: publishLane({ lane, sql, queues, wakeUp, onError }) };
  });
  const wake = (name?: string): void => {
    for (const lane of lanes) if (name === undefined || lane.lane === name) lane.wakeUp.wake();
  };
  // After a lost connection NOTIFYs are lost too: every new LISTEN looks at all lanes.
  const listening = await directSql.listen(OUTBOX_CHANNEL, wake, () => wake());
  const measure = async (): Promise<void> => {
    const backlog = await outboxBacklog(sql);
    metrics.set('crier_outbox_unpublished', {}, backlog.rows);
    metrics.set('crier_outbox_oldest_age_seconds', {}, backlog.oldestSeconds);
  };
  const timer = setInterval(() => void measure().catch(() => {}), BACKLOG_EVERY_MS);
  return {
    close: async () => {
      clearInterval(timer);
      await Promise.all(lanes.map((lane) => lane.stop()));
      await listening.unlisten().catch(() => {});
    },
  };
};
