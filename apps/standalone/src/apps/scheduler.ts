import { openOpsWays } from '@crier/chat';
import { METRICS, repairsOf } from '@crier/domain';
import { createProviders } from '@crier/providers';
import { createMetrics, systemClock } from '@crier/runtime';
import { alertsOf, startScheduler } from '@crier/scheduler';
import { startHealthServer } from '../health-server.js';
import type { StartApp } from '../shared.js';

export const startSchedulerApp: StartApp = async (shared, place) => {
  const { settings, sql, producer, consumer, queues, logFor } = shared;
  const metrics = createMetrics(METRICS, { region: settings.REGION, app: place.name });
  const log = logFor(place.name);
  const ops = await openOpsWays(settings, { createProviders, loops: 2, nowMs: systemClock.nowMs, log });
  const scheduler = startScheduler({
    sql,
    producer,
    redis: consumer,
    queues,
    sweepMs: settings.SWEEP_INTERVAL_MS,
    maxAgeDays: settings.OCCURRED_AT_MAX_AGE_DAYS,
    graceMs: settings.SHUTDOWN_GRACE_MS,
    alerts: alertsOf(settings),
    ops,
    repairs: repairsOf(settings),
    clock: systemClock,
    log,
    metrics,
  });
  const health = await startHealthServer(shared, place, { metrics, isRunning: scheduler.isRunning });
  const close = async () => {
    await scheduler.close();
    ops.close();
    await health.close();
  };
  return { name: place.name, url: health.url, close };
};
