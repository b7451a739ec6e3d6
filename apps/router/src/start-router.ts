import { isConnectionError, readServed, type Sql } from '@crier/db';
import type { Lane, METRICS, RoutingRules } from '@crier/domain';
import { createConsumer, type Queues, type Redis, routerQueue } from '@crier/queue';
import type { Clock, Logger, Metrics, Tracer } from '@crier/runtime';
import { createChunkWriter } from './chunk-writer.js';
import { createEventDocuments } from './event-documents.js';
import { createEventReader } from './event-reader.js';
import { createRecipientBook } from './recipient-book.js';
import { type RouteDeps, routeEvent } from './route-event.js';
import { createWindowedEnqueue } from './windowed-enqueue.js';

export interface RouterOptions {
  readonly sql: Sql;
  readonly redis: Redis;
  readonly queues: Queues;
  readonly lanes: readonly Lane[];
  readonly rulesOf: (type: string) => RoutingRules | undefined;
  readonly defaults: { readonly locale: string; readonly timezone: string };
  /** Longest that a delivery waits for its document, in ms. */
  readonly documentWaitMs: number;
  readonly graceMs: number;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics<typeof METRICS>;
  readonly tracer: Tracer;
}

const CONCURRENCY = 50;
const DATABASE_AWAY_MS = 1_000;

/** Turns events into decisions and deliveries: a consumer per lane, so that a long fan-out holds up nobody in another. */
export const startRouter = (options: RouterOptions): { isRunning(): boolean; close(): Promise<void> } => {
  const { sql, log } = options;
  const windowed = createWindowedEnqueue(options.queues, options.clock.nowMs);
  // Stored is what counts: a queue that can't be reached now is filled by the keeper, or the sweep of documents.
  const enqueue: RouteDeps['enqueue'] = (queue, ids) =>
    windowed(queue, ids).catch((error: Error) => log.warn({ queue, err: error.message }, 'left to the keeper'));
  const deps: RouteDeps = {
    readEvent: createEventReader(sql).submit,
    readServed: (id) => readServed(sql, id),
    book: createRecipientBook(sql),
    documents: createEventDocuments(sql, enqueue),
    storeChunk: createChunkWriter(sql, options.documentWaitMs, (error) =>
      log.fatal({ err: error.message }, 'an id may be taken by another delivery'),
    ).submit,
    enqueue,
    rulesOf: options.rulesOf,
    defaults: options.defaults,
    metrics: options.metrics,
    tracer: options.tracer,
    nowMs: options.clock.nowMs,
  };
  const consumers = options.lanes.map((lane) =>
    createConsumer({
      queue: routerQueue(lane),
      redis: options.redis,
      concurrency: CONCURRENCY,
      graceMs: options.graceMs,
      onError: (error, jobId) =>
        log.error({ lane, eventId: jobId, err: error.message }, 'routing failed; it is tried again'),
      handle: async ({ id, addedAtMs }) => {
        try {
          await routeEvent(deps, id, addedAtMs);
          return { kind: 'done' };
        } catch (error) {
          if (!isConnectionError(error)) throw error;
          return { kind: 'wait', ms: DATABASE_AWAY_MS };
        }
      },
    }),
  );
  return {
    isRunning: () => consumers.every((consumer) => consumer.isRunning()),
    close: async () => {
      await Promise.all(consumers.map((consumer) => consumer.close()));
    },
  };
};
