import { isConnectionError, type Sql } from '@crier/db';
import type { Channel, Lane, METRICS, RetryPolicy } from '@crier/domain';
import {
  type Claims,
  channelQueue,
  createConsumer,
  DEAD_LETTERS,
  ensureJobs,
  type Outcome,
  type Queues,
  type Redis,
  type TakenJob,
} from '@crier/queue';
import type { Clock, Logger, Metrics, Tracer } from '@crier/runtime';
import type { TypeCatalog } from '@crier/templates';
import { deliver } from './deliver.js';
import { createDeliveryRecord } from './delivery-record.js';
import { LOOK_AGAIN } from './move.js';
import { createPace } from './pace.js';
import type { SenderDeps } from './sender-deps.js';

export interface SenderOptions {
  readonly channel: Channel;
  /** Lanes served, with the deliveries in flight of each. */
  readonly lanes: readonly { readonly lane: Lane; readonly concurrency: number }[];
  readonly sql: Sql;
  readonly redis: Redis;
  readonly queues: Queues;
  readonly claims: Claims;
  readonly chain: SenderDeps['chain'];
  readonly onRefused: SenderDeps['onRefused'];
  readonly notice: SenderDeps['notice'];
  readonly pushToken: SenderDeps['pushToken'];
  readonly documentFile: SenderDeps['documentFile'];
  readonly suppressAddress: SenderDeps['suppressAddress'];
  readonly listeningMs: SenderDeps['listeningMs'];
  readonly linksFor: SenderDeps['linksFor'];
  readonly catalog: TypeCatalog;
  readonly retry: RetryPolicy;
  readonly leaseMs: number;
  readonly reconcileWindowMs: number;
  readonly probeMs: number;
  readonly documentWaitMs: number;
  readonly graceMs: number;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics<typeof METRICS>;
  readonly tracer: Tracer;
}

const DATABASE_AWAY_MS = 1_000;

/** A pass that waits for a slot begins again here, its job kept: the rate holds back the queue behind it. */
const deliverAtPace = async (
  deps: SenderDeps,
  job: TakenJob,
  pace: ReturnType<typeof createPace>,
): Promise<Outcome> => {
  while (true) {
    const end = await deliver(deps, job);
    if (end.kind !== 'paced') return end;
    if (!(await pace.rest(end.ms))) return LOOK_AGAIN;
  }
};

/** Delivers one channel: a consumer per lane, each with its own budget, so that a stuck lane slows no other. */
export const startSender = (options: SenderOptions): { isRunning(): boolean; close(): Promise<void> } => {
  const { channel, log, metrics, clock } = options;
  const pace = createPace();
  const consumers = options.lanes.map(({ lane, concurrency }) => {
    const deps: SenderDeps = {
      ...options,
      record: createDeliveryRecord(options.sql, { concurrency, leaseMs: options.leaseMs }),
      typeOf: (name) => options.catalog.types.get(name),
      showDeadLetter: async (id) => void (await ensureJobs(options.queues, DEAD_LETTERS, [id])),
    };
    return createConsumer({
      queue: channelQueue(channel, lane),
      redis: options.redis,
      concurrency,
      graceMs: options.graceMs,
      onError: (error, jobId) =>
        log.error({ lane, deliveryId: jobId, err: error.message }, 'a delivery was interrupted; it is looked at again'),
      handle: async (job) => {
        const began = clock.monotonicMs();
        try {
          const outcome = await deliverAtPace(deps, job, pace);
          const labels = { channel, lane, provider: '', result: outcome.kind };
          metrics.observe('crier_worker_processing_seconds', labels, (clock.monotonicMs() - began) / 1000);
          return outcome;
        } catch (error) {
          if (!isConnectionError(error)) throw error;
          return { kind: 'wait', ms: DATABASE_AWAY_MS };
        }
      },
    });
  });
  return {
    isRunning: () => consumers.every((consumer) => consumer.isRunning()),
    close: async () => {
      pace.stop();
      await Promise.all(consumers.map((consumer) => consumer.close()));
    },
  };
};
