import { METRICS } from '@crier/domain';
import { startRelay } from '@crier/relay';
import { createMetrics } from '@crier/runtime';
import { startHealthServer } from '../health-server.js';
import type { StartApp } from '../shared.js';

export const startRelayApp: StartApp = async (shared, place) => {
  const { settings, sql, directSql, queues, logFor } = shared;
  const metrics = createMetrics(METRICS, { region: settings.REGION, app: place.name });
  const relay = await startRelay({ sql, directSql, queues, log: logFor(place.name), metrics });
  const health = await startHealthServer(shared, place, { metrics, isRunning: () => true });
  const close = async () => {
    await relay.close();
    await health.close();
  };
  return { name: place.name, url: health.url, close };
};
