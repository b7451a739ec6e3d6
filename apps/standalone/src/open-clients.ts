import { createSql } from '@crier/db';
import { openStore } from '@crier/documents';
import type { Settings } from '@crier/domain';
import { createQueues, createRedis } from '@crier/queue';
import { type Logger, systemClock } from '@crier/runtime';
import type { Shared } from './shared.js';

/** Connections for all apps together: their own pools would come to 36, and they are never busy all at once. */
const POOL = 24;
const APP = 'standalone';

export type Clients = Pick<Shared, 'sql' | 'directSql' | 'producer' | 'consumer' | 'queues' | 'documents'>;

/** Opens the clients that all apps of this process share: one pool, one Drizzle, one ioredis of each kind, one store. */
export const openClients = (
  settings: Settings,
  documentsDir: string,
  log: Logger,
): Clients & { close(): Promise<void> } => {
  const directUrl = settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL;
  const sql = createSql({ url: settings.DATABASE_URL, max: POOL, app: APP, genericPlans: true });
  const directSql = createSql({ url: directUrl, max: 1, app: `${APP}-listen` });
  const onError = (error: Error) => log.warn({ err: error.message }, 'redis');
  const producer = createRedis({ url: settings.REDIS_URL, role: 'producer', onError });
  const consumer = createRedis({ url: settings.REDIS_URL, role: 'consumer', onError });
  const queues = createQueues(producer);
  const documents = openStore(settings, documentsDir, systemClock.newToken);
  const close = async () => {
    documents.close();
    await queues.close();
    producer.disconnect();
    consumer.disconnect();
    await Promise.all([sql.end({ timeout: 5 }), directSql.end({ timeout: 5 })]);
  };
  return { sql, directSql, producer, consumer, queues, documents, close };
};
