import { createHash, randomUUID } from 'node:crypto';
import { createSql } from '@crier/db';
import { METRICS } from '@crier/domain';
import { createQueues, createRedis, queueDepth, routerQueue } from '@crier/queue';
import { startRelay } from '@crier/relay';
import { createLogger, createMetrics } from '@crier/runtime';
import { median } from '../lib/numbers.mjs';

const LANE = 'bulk';
const QUEUE = routerQueue(LANE);
const CHUNK = 1_000;

/** Outbox rows as intake leaves them, without the events behind them: the relay reads only the outbox. */
const fillOutbox = async (sql, count) => {
  const ids = Array.from({ length: count }, () => randomUUID());
  await sql`INSERT INTO outbox (event_id, lane) SELECT id, ${LANE} FROM unnest(${ids}::uuid[]) AS g(id)`;
  await sql`VACUUM ANALYZE outbox`;
};

const empty = async (sql, queues) => {
  await queues.get(QUEUE).obliterate({ force: true });
  await sql`DELETE FROM outbox`;
};

/** Jobs a second through a bare `addBulk` in the relay's own chunks. */
const bare = async (queues, count) => {
  const ids = Array.from({ length: count }, () => createHash('md5').update(randomUUID()).digest('hex'));
  const began = performance.now();
  for (let at = 0; at < count; at += CHUNK)
    await queues
      .get(QUEUE)
      .addBulk(
        ids.slice(at, at + CHUNK).map((id) => ({ name: QUEUE, data: { eventId: id }, opts: { jobId: `x-${id}` } })),
      );
  return count / ((performance.now() - began) / 1000);
};

/** Jobs a second from outbox rows to jobs, claim, look-up, confirmation and their commits included. */
const ours = async (sql, directSql, queues, count) => {
  await fillOutbox(sql, count);
  const metrics = createMetrics(METRICS, { region: '', app: 'bench' });
  const began = performance.now();
  const relay = await startRelay({
    sql,
    directSql,
    queues,
    log: createLogger({ name: 'bench', level: 'warn' }),
    metrics,
  });
  while ((await queueDepth(queues.get(QUEUE))) < count) await new Promise((resolve) => setTimeout(resolve, 5));
  const rate = count / ((performance.now() - began) / 1000);
  await relay.close();
  return rate;
};

/** measured: the relay against a bare `addBulk` of as many jobs, in turn, in one process. */
export const relay = async ({ databaseUrl, redisUrl, short, say }) => {
  const count = short ? 10_000 : 50_000;
  const rounds = short ? 2 : 5;
  const sql = createSql({ url: databaseUrl, max: 6, app: 'bench', genericPlans: true });
  const directSql = createSql({ url: databaseUrl, max: 1, app: 'bench-listen' });
  const redis = createRedis({ url: redisUrl, role: 'producer', onError: () => {} });
  const queues = createQueues(redis);
  await new Promise((resolve) => (redis.status === 'ready' ? resolve() : redis.once('ready', resolve)));
  try {
    await bare(queues, 5_000);
    await empty(sql, queues);
    const pairs = [];
    for (let i = 0; i < rounds; i++) {
      const ceiling = await bare(queues, count);
      await empty(sql, queues);
      const mine = await ours(sql, directSql, queues, count);
      await empty(sql, queues);
      say(`  bare ${ceiling.toFixed(0)}/s  relay ${mine.toFixed(0)}/s  ratio ${(mine / ceiling).toFixed(2)}`);
      pairs.push({ ceiling, ours: mine });
    }
    const ratio = median(pairs.map((p) => p.ours / p.ceiling));
    return [
      {
        name: 'R-2.1 relay',
        ours: median(pairs.map((p) => p.ours)),
        ceiling: median(pairs.map((p) => p.ceiling)),
        unit: 'jobs/s',
        ratio,
        target: 0.8,
        better: 'higher',
      },
    ];
  } finally {
    await queues.close();
    redis.disconnect();
    await Promise.all([sql.end(), directSql.end()]);
  }
};
