import { METRICS } from '@crier/domain';
import { createClaims } from '@crier/queue';
import { createMetrics, systemClock } from '@crier/runtime';
import { createEmailChain, senderSettings, startSender } from '@crier/sender';
import { startHealthServer } from '../health-server.js';
import type { StartApp } from '../shared.js';

export const startEmailSenderApp: StartApp = async (shared, place) => {
  const { settings, catalog, sql, producer, consumer, queues, logFor } = shared;
  const own = senderSettings({ ...settings, SENDER_CHANNEL: 'email' });
  const metrics = createMetrics(METRICS, { region: settings.REGION, app: place.name });
  const log = logFor(place.name);
  const email = createEmailChain(settings, { sql, redis: producer, clock: systemClock, log, metrics });
  const sender = startSender({
    ...own,
    sql,
    redis: consumer,
    queues,
    claims: createClaims(producer, { windowMs: own.dedupeMs, nowMs: systemClock.nowMs }),
    chain: email.chain,
    onRefused: email.onRefused,
    catalog,
    clock: systemClock,
    log,
    metrics,
  });
  const health = await startHealthServer(shared, place, { metrics, isRunning: sender.isRunning });
  const close = async () => {
    await sender.close();
    await health.close();
    await email.close();
  };
  return { name: place.name, url: health.url, close };
};
