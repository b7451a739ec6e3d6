import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSql, ensurePeople, insertEvents, requestDocuments, type Sql, storeRouting } from '@crier/db';
import { createFileStore } from '@crier/documents';
import {
  type DocumentRenderer,
  type DocumentRequest,
  deliveryIdentity,
  documentIdentity,
  eventIdentity,
  METRICS,
  parseInstant,
  type RetryPolicy,
} from '@crier/domain';
import { createQueues, createRedis, DOCUMENTS, ensureJobs, type Queues, type Redis } from '@crier/queue';
import { createLogger, createMetrics, noTracer, systemClock } from '@crier/runtime';
import { type TestDatabase, type TestRedis, testDatabase, testRedis, until } from '@crier/testkit';
import { startDocuments } from './start-documents.js';

const EXAMPLE = JSON.parse(readFileSync(new URL('../../../examples/invoice.issued.json', import.meta.url), 'utf8'));
const OCCURRED_AT = `${new Date().toISOString().slice(0, 10)}T08:15:00.000Z`;
const WAIT_MS = 600_000;

/** A renderer that a test can break, and that counts what it is asked. */
export const scriptedRenderer = (real: Pick<DocumentRenderer, 'render'>) => {
  const asked: DocumentRequest[] = [];
  let fault: ((call: number) => Error | undefined) | undefined;
  return {
    asked,
    breakBy: (by: typeof fault) => {
      fault = by;
    },
    renderer: {
      render: async (request: DocumentRequest, signal?: AbortSignal) => {
        asked.push(request);
        const error = fault?.(asked.length);
        if (error !== undefined) throw error;
        return real.render(request, signal);
      },
      close: async () => {},
    } satisfies DocumentRenderer,
  };
};

/** What the documents app stands on, for real. */
export const useDocuments = () => {
  let database: TestDatabase;
  let server: TestRedis;
  let sql: Sql;
  let redis: Redis;
  let producer: Redis;
  let queues: Queues;
  let folder: string;
  let made = 0;
  return {
    start: async () => {
      [database, server] = await Promise.all([testDatabase(), testRedis()]);
      sql = createSql({ url: database.url, max: 8, app: 'test' });
      producer = createRedis({ url: server.url, role: 'producer', onError: () => {} });
      redis = createRedis({ url: server.url, role: 'consumer', onError: () => {} });
      queues = createQueues(producer);
      folder = await mkdtemp(join(tmpdir(), 'documents-'));
      await until(async () => producer.status === 'ready', { what: 'the client to connect' });
    },
    stop: async () => {
      await queues.close();
      for (const client of [producer, redis]) client.disconnect();
      await sql.end({ timeout: 1 });
      await Promise.all([database.drop(), server.stop(), rm(folder, { recursive: true })]);
    },
    flush: () => server.flush(),
    sql: () => sql,
    queues: () => queues,
    folder: () => folder,
    /** The app itself, with its store in a folder of the test. */
    run: (renderer: DocumentRenderer, retry: RetryPolicy, sweepMs = 200) =>
      startDocuments({
        sql,
        redis,
        queues,
        renderer,
        retry,
        sweepMs,
        store: createFileStore(folder, systemClock.newToken),
        timezone: 'Asia/Kathmandu',
        concurrency: 2,
        graceMs: 1_000,
        clock: systemClock,
        log: createLogger({ name: 'test', level: 'silent' }),
        metrics: createMetrics(METRICS, { region: '', app: 'test' }),
        tracer: noTracer,
      }),
    /** An invoice's event, and email deliveries of it that wait for their document, as routing leaves them. */
    seed: async (count: number, data: unknown = EXAMPLE.data) => {
      const event = {
        mode: 'live',
        source: 'erp',
        type: 'invoice.issued',
        entityType: 'invoice',
        entityId: `INV-${++made}`,
      } as const;
      const at = parseInstant(OCCURRED_AT);
      if ('problem' in at) throw new Error('no instant');
      const identity = { ...event, occurredAt: at.micros };
      const stored = eventIdentity(identity);
      const eventId = stored.id;
      const document = documentIdentity(identity, { kind: 'invoice', locale: 'en-IN' });
      const body = JSON.stringify({ data, recipients: [] });
      const contentHash = createHash('sha256').update(body).digest();
      const rest = { entityVersion: 2, lane: 'transactional', expiresAt: null, traceparent: null };
      await insertEvents(sql, [{ ...event, ...stored, ...rest, occurredAt: OCCURRED_AT, contentHash, body }]);
      const names = Array.from({ length: count }, (_, n) => `u-${n}`);
      const people = await ensurePeople(sql, names);
      const deliveries = names.map((recipientId) => ({
        ...deliveryIdentity(identity, { channel: 'email', recipientId, documentKind: 'invoice' }),
        channel: 'email',
        person: people.get(recipientId) as number,
        address: `${recipientId}@example.com`,
        name: null,
        locale: 'en-IN',
        timezone: 'UTC',
        documentId: document.id,
      }));
      const chunk = {
        eventId,
        lane: 'transactional',
        expiresAt: null,
        entityVersion: 2,
        revision: 0,
        from: 0,
        to: count,
        last: true,
      };
      await requestDocuments(sql, [{ id: document.id, eventId, kind: 'invoice', locale: 'en-IN' }]);
      await storeRouting(sql, [{ ...chunk, deliveries, decisionSets: [] }], { documentWaitMs: WAIT_MS });
      return { documentId: document.id, eventId, ids: deliveries.map(({ id }) => id).sort() };
    },
    /** Gives documents their jobs, as the router does. */
    enqueue: (ids: readonly string[]) => ensureJobs(queues, DOCUMENTS, ids),
    /** How many deliveries of an event are in each state. */
    statesOf: async (eventId: string): Promise<Record<string, number>> => {
      const rows = await sql<{ state: string; n: number }[]>`
        SELECT state, count(*)::int AS n FROM deliveries WHERE event_id = ${eventId} GROUP BY state`;
      return Object.fromEntries(rows.map((row) => [row.state, row.n]));
    },
  };
};
