import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createSql, ensurePeople, insertEvents, storeRouting } from '@crier/db';
import { deliveryIdentity, eventIdentity, METRICS, parseInstant } from '@crier/domain';
import {
  addJobs,
  channelQueue,
  createClaims,
  createConsumer,
  createGate,
  createQueues,
  createRedis,
  queueDepth,
} from '@crier/queue';
import { createLogger, createMetrics, noTracer, systemClock } from '@crier/runtime';
import { startSender } from '@crier/sender';
import { loadTypes } from '@crier/templates';
import { exampleOf, freshEvent } from '../lib/event.mjs';
import { median } from '../lib/numbers.mjs';

const CHANNEL = 'email';
const LANE = 'transactional';
const QUEUE = channelQueue(CHANNEL, LANE);
const CONCURRENCY = 100;
const DAY_MS = 86_400_000;
const CHUNK = 500;
/** The smallest message there is: what is measured is the way of a delivery, not the length of a text. */
const EXAMPLE = exampleOf('password.reset');

/** An event and its one delivery, as intake and router write them. */
const newRows = () => {
  const { type, entity, occurredAt, data, recipients } = freshEvent(new Date(), EXAMPLE);
  const [to] = recipients;
  const of = { mode: 'live', source: 'bench', type, entityType: entity.type, entityId: entity.id };
  const identity = { ...of, occurredAt: parseInstant(occurredAt).micros };
  const body = JSON.stringify({ data, recipients });
  const common = { lane: LANE, expiresAt: null, entityVersion: entity.version };
  const contentHash = createHash('sha256').update(body).digest();
  const event = { ...of, ...eventIdentity(identity), ...common, occurredAt, contentHash, traceparent: null, body };
  const address = { address: to.email, name: to.name, locale: to.locale, timezone: to.timezone, documentId: null };
  const delivery = {
    ...deliveryIdentity(identity, { channel: CHANNEL, recipientId: to.id }),
    channel: CHANNEL,
    ...address,
  };
  return {
    event,
    delivery,
    person: to.id,
    chunk: { ...common, eventId: event.id, revision: 0, from: 0, to: 1, last: true },
  };
};

/** Stores `count` deliveries that are queued; returns their ids in the order of their making. */
const storeDeliveries = async (sql, count) => {
  const ids = [];
  while (ids.length < count) {
    const rows = Array.from({ length: Math.min(CHUNK, count - ids.length) }, newRows);
    await insertEvents(
      sql,
      rows.map((row) => row.event),
    );
    const people = await ensurePeople(
      sql,
      rows.map((row) => row.person),
    );
    const chunks = rows.map(({ chunk, delivery, person }) => ({
      ...chunk,
      deliveries: [{ ...delivery, person: people.get(person) }],
      decisionSets: [],
    }));
    await storeRouting(sql, chunks);
    ids.push(...rows.map((row) => row.delivery.id));
  }
  await sql`VACUUM ANALYZE deliveries, work, events, event_payloads`;
  return ids;
};

/** Jobs a second that `start`'s worker takes from the queue, from its start to an empty queue. */
const drain = async (queues, ids, start) => {
  await addJobs(queues, QUEUE, ids);
  const began = performance.now();
  const worker = start();
  while ((await queueDepth(queues.get(QUEUE))) > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  const rate = ids.length / ((performance.now() - began) / 1000);
  await worker.close();
  return rate;
};

const onError = (error) => {
  throw error;
};

/** A BullMQ worker that does nothing. */
const startEmpty = (redis) =>
  createConsumer({
    queue: QUEUE,
    redis,
    concurrency: CONCURRENCY,
    graceMs: 10_000,
    onError,
    handle: async () => ({ kind: 'done' }),
  });

/** A provider that takes everything at once, behind a gate that is asked as always and never holds anybody up. */
const noopLink = (redis) => {
  let taken = 0;
  const provider = {
    name: 'noop',
    timeoutMs: 10_000,
    reconciliation: [],
    send: async () => ({ kind: 'accepted', messageId: `noop-${++taken}`, status: 200 }),
  };
  const wide = { ratePerSecond: 1_000_000, concurrency: 10_000, breakerFailures: 10, breakerProbes: 1 };
  const times = { breakerCooldownMs: 30_000, probeMs: 30_000, timeoutMs: provider.timeoutMs };
  const { monotonicMs, newToken } = systemClock;
  const told = { onState: () => {}, onChange: () => {} };
  const gate = createGate(redis, {
    ...wide,
    ...times,
    ...told,
    provider: provider.name,
    process: newToken(),
    monotonicMs,
  });
  return { provider, gate };
};

/** The sender as it is in production, but for its provider. */
const startNoopSender = ({ sql, redis, producer, queues, catalog }) => {
  const link = noopLink(producer);
  const sender = startSender({
    channel: CHANNEL,
    lanes: [{ lane: LANE, concurrency: CONCURRENCY }],
    retry: { attempts: 6, baseMs: 30_000, capMs: 480_000 },
    leaseMs: 5_000,
    reconcileWindowMs: 900_000,
    probeMs: 30_000,
    documentWaitMs: 3_600_000,
    graceMs: 10_000,
    sql,
    redis,
    queues,
    claims: createClaims(producer, { windowMs: DAY_MS, nowMs: systemClock.nowMs }),
    chain: [link],
    onRefused: () => {},
    notice: () => {},
    pushToken: async () => ({ kind: 'gone' }),
    documentFile: async () => undefined,
    suppressAddress: async () => {},
    listeningMs: async () => undefined,
    linksFor: () => ({
      preferences: 'https://inbox.example.com/p',
      unsubscribe: 'https://inbox.example.com/u',
      document: null,
    }),
    tracer: noTracer,
    catalog,
    clock: systemClock,
    log: createLogger({ name: 'bench', level: 'warn' }),
    metrics: createMetrics(METRICS, { region: '', app: 'bench' }),
  });
  return { close: () => sender.close().then(link.gate.close) };
};

/** Throws unless every one of these deliveries was recorded as accepted: a fast sender that leaves some out is no sender. */
const assertAccepted = async (sql, ids) => {
  const [{ n }] = await sql`
    SELECT count(*)::int AS n FROM deliveries WHERE id = ANY(${ids}::uuid[]) AND state = 'accepted' AND attempts = 1`;
  if (n !== ids.length) throw new Error(`${n} of ${ids.length} deliveries were accepted at the first attempt`);
};

/** the sender with a provider that does nothing against a BullMQ worker that does nothing, in turn, in one process. */
export const deliveries = async ({ databaseUrl, redisUrl, short, say }) => {
  const count = short ? 3_000 : 20_000;
  const rounds = short ? 2 : 5;
  const sql = createSql({ url: databaseUrl, max: 8, app: 'bench', genericPlans: true });
  const redis = createRedis({ url: redisUrl, role: 'consumer', onError: () => {} });
  const producer = createRedis({ url: redisUrl, role: 'producer', onError: () => {} });
  const queues = createQueues(producer);
  const catalog = await loadTypes(fileURLToPath(new URL('../../templates', import.meta.url)));
  await new Promise((resolve) => (producer.status === 'ready' ? resolve() : producer.once('ready', resolve)));
  const round = async (n) => {
    const ids = await storeDeliveries(sql, n);
    const ceiling = await drain(queues, ids, () => startEmpty(redis));
    const ours = await drain(queues, ids, () => startNoopSender({ sql, redis, producer, queues, catalog }));
    await assertAccepted(sql, ids);
    return { ceiling, ours };
  };
  try {
    await round(short ? 2_000 : 10_000);
    const pairs = [];
    for (let i = 0; i < rounds; i++) {
      const pair = await round(count);
      say(
        `  empty worker ${pair.ceiling.toFixed(0)}/s  sender ${pair.ours.toFixed(0)}/s  ratio ${(pair.ours / pair.ceiling).toFixed(2)}`,
      );
      pairs.push(pair);
    }
    return [
      {
        name: 'R-9.2 deliveries',
        ours: median(pairs.map((p) => p.ours)),
        ceiling: median(pairs.map((p) => p.ceiling)),
        unit: 'deliveries/s',
        ratio: median(pairs.map((p) => p.ours / p.ceiling)),
        target: 0.5,
        better: 'higher',
      },
    ];
  } finally {
    await queues.close();
    redis.disconnect();
    producer.disconnect();
    await sql.end();
  }
};
