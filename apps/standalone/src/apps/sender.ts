import { METRICS } from '@crier/domain';
import { createClaims } from '@crier/queue';
import { createMetrics, systemClock } from '@crier/runtime';
import { createEmailProviders, senderSettings, startSender } from '@crier/sender';
import { startHealthServer } from '../health-server.js';
import type { StartApp } from '../shared.js';

export const startEmailSenderApp: StartApp = async (shared, place) => {
  const { settings, catalog, sql, producer, consumer, queues, logFor } = shared;
  const own = senderSettings({ ...settings, SENDER_CHANNEL: 'email' });
  const metrics = createMetrics(METRICS, { region: settings.REGION, app: place.name });
  const providers = createEmailProviders(settings, systemClock);
  const sender = startSender({
    ...own,
    sql,
    redis: consumer,
    queues,
    claims: createClaims(producer, { windowMs: own.dedupeMs, nowMs: systemClock.nowMs }),
    providers,
    catalog,
    clock: systemClock,
    log: logFor(place.name),
    metrics,
  });
  const health = await startHealthServer(shared, place, { metrics, isRunning: sender.isRunning });
  const close = async () => {
    await sender.close();
    await health.close();
    for (const provider of providers) provider.close();
  };
  return { name: place.name, url: health.url, close };
};
