import { setTimeout as rest } from 'node:timers/promises';
import { createSql } from '@crier/db';
import { createRedis } from '@crier/queue';
import { cpuMs, parentOf } from '../lib/cpu-time.mjs';
import { freshEvent } from '../lib/event.mjs';
import { startFleet } from '../lib/fleet.mjs';
import { postAtPace } from '../lib/post-at-pace.mjs';
import { createSandbox } from '../lib/sandbox.mjs';

const PER_SECOND = 50;
const IDLE_S = 5;

const between = (before, after, by) =>
  Object.fromEntries(Object.keys(after).map((name) => [name, (after[name] - (before[name] ?? 0)) / by]));

/** What the servers have done so far: commits, WAL flushes, commands. */
const createCounters = (sql, redis) => async () => {
  const [pg] = await sql`
    SELECT xact_commit::float8 AS commits, wal_bytes::float8 AS "WAL bytes",
      (SELECT coalesce(sum(fsyncs), 0)::float8 FROM pg_stat_io WHERE object = 'wal') AS "WAL flushes"
    FROM pg_stat_database, pg_stat_wal WHERE datname = current_database()`;
  const stats = await redis.info('commandstats');
  const calls = [...stats.matchAll(/^cmdstat_(\S+?):calls=(\d+)/gm)].map(([, name, n]) => [`redis ${name}`, Number(n)]);
  return { ...pg, ...Object.fromEntries(calls) };
};

/** CPU milliseconds per event, by process, at a pace at which every event is alone; and what an idle fleet uses a second. */
export const cpu = async ({ databaseUrl, redisUrl, short, say }) => {
  const seconds = short ? 10 : 20;
  const env = { EMAIL_PROVIDERS: 'ses', SES_RATE_PER_SECOND: '1000' };
  const fleet = await startFleet({ databaseUrl, redisUrl, channels: ['email'], env });
  const sandbox = createSandbox(fleet.sandbox);
  const post = (perSecond, s) => postAtPace(fleet.intake, { seconds: s, perSecond, make: () => freshEvent() });
  const sql = createSql({ url: databaseUrl, max: 1, app: 'bench' });
  const redis = createRedis({ url: redisUrl, role: 'consumer', onError: () => {} });
  try {
    const [{ pid }] = await sql`SELECT pg_backend_pid() AS pid`;
    const redisPid = Number(/^process_id:(\d+)/m.exec(await redis.info('server'))[1]);
    const pids = { ...fleet.pids, postgres: parentOf(pid), redis: redisPid };
    const times = () => Object.fromEntries(Object.entries(pids).map(([name, each]) => [name, cpuMs(each)]));
    const counters = createCounters(sql, redis);

    const warmUp = short ? 15 : 40;
    await post(PER_SECOND * 2, warmUp);
    await sandbox.arrivals('email', warmUp * PER_SECOND * 2);
    await rest(3_000);
    const [idleTimes, idleCounts] = [times(), await counters()];
    await rest(IDLE_S * 1_000);
    const idle = between(idleTimes, times(), IDLE_S);
    const idleDone = between(idleCounts, await counters(), IDLE_S);

    const events = seconds * PER_SECOND;
    const [busyTimes, busyCounts] = [times(), await counters()];
    await post(PER_SECOND, seconds);
    await sandbox.arrivals('email', warmUp * PER_SECOND * 2 + events);
    const busy = between(busyTimes, times(), events);
    const busyDone = between(busyCounts, await counters(), events);
    say('  CPU ms           an event   an idle second');
    for (const name of Object.keys(pids))
      say(`  ${name.padEnd(18)}${busy[name].toFixed(2).padStart(7)}${idle[name].toFixed(1).padStart(14)}`);
    const sum = (of) => Object.values(of).reduce((a, b) => a + b, 0);
    say(`  ${'all'.padEnd(18)}${sum(busy).toFixed(2).padStart(7)}${sum(idle).toFixed(1).padStart(14)}`);
    for (const name of Object.keys(busyDone).sort())
      if (busyDone[name] >= 0.05)
        say(`  ${name.padEnd(18)}${busyDone[name].toFixed(2).padStart(7)}${idleDone[name].toFixed(1).padStart(14)}`);
    return [];
  } finally {
    redis.disconnect();
    await sql.end();
    await fleet.stop();
  }
};
