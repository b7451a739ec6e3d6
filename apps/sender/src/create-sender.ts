import type { Sql } from '@crier/db';
import type { DocumentStore } from '@crier/documents';
import type { Channel, METRICS, Settings } from '@crier/domain';
import { createProviders } from '@crier/providers';
import { createClaims, type Queues, type Redis } from '@crier/queue';
import type { Clock, Logger, Metrics, Tracer } from '@crier/runtime';
import type { TypeCatalog } from '@crier/templates';
import { createChannelChain } from './channel-chain.js';
import { createDocumentFiles } from './document-files.js';
import { createListening } from './listening.js';
import { personLinks } from './person-links.js';
import { createPushTokens } from './push-tokens.js';
import { senderSettings } from './settings-of-sender.js';
import { startSender } from './start-sender.js';
import { createSuppressAddress } from './suppress-address.js';

export interface SenderClients {
  readonly sql: Sql;
  readonly producer: Redis;
  readonly consumer: Redis;
  readonly queues: Queues;
  /** Where finished documents lie. */
  readonly documents: Pick<DocumentStore, 'read'>;
  readonly catalog: TypeCatalog;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics<typeof METRICS>;
  readonly tracer: Tracer;
}

export interface RunningSender {
  isRunning(): boolean;
  /** Finishes what is in flight. */
  close(): Promise<void>;
  /** After `close`: the connections to the providers. */
  closeProviders(): Promise<void>;
}

/** The sender of one channel as the environment describes it, on clients that somebody else owns. */
export const createSender = async (
  settings: Settings,
  channel: Channel,
  clients: SenderClients,
): Promise<RunningSender> => {
  const { sql, producer, consumer, queues, documents, catalog, clock, log, metrics, tracer } = clients;
  const own = senderSettings(settings, channel);
  // As many sockets as calls can be in flight, all lanes together: one that waited for a socket would wait behind the fence.
  const sockets = own.lanes.reduce((sum, { concurrency }) => sum + concurrency, 0);
  const providers = await createProviders(settings, channel, { sockets, nowMs: clock.nowMs });
  const chain = createChannelChain(settings, providers, { sql, redis: producer, clock, log, metrics });
  const sender = startSender({
    ...own,
    sql,
    redis: consumer,
    queues,
    claims: createClaims(producer, { windowMs: own.dedupeMs, nowMs: clock.nowMs }),
    chain: chain.chain,
    onRefused: chain.onRefused,
    notice: chain.notice,
    pushToken: createPushTokens(sql, settings, log),
    documentFile: createDocumentFiles(sql, documents, {
      patienceMs: own.documentWaitMs,
      monotonicMs: clock.monotonicMs,
    }),
    suppressAddress: createSuppressAddress({ sql, log, metrics }),
    listeningMs: createListening(sql, clock),
    linksFor: personLinks(settings, clock),
    catalog,
    clock,
    log,
    metrics,
    tracer,
  });
  return { ...sender, closeProviders: chain.close };
};
