import { METRICS } from '@crier/domain';
import { routingRulesOf, startRouter } from '@crier/router';
import { createMetrics, createTracer, systemClock } from '@crier/runtime';
import { startHealthServer } from '../health-server.js';
import type { StartApp } from '../shared.js';

export const startRouterApp: StartApp = async (shared, place) => {
  const { settings, catalog, sql, consumer, queues, logFor } = shared;
  const metrics = createMetrics(METRICS, { region: settings.REGION, app: place.name });
  const tracer = await createTracer({ service: place.name, endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT });
  const router = startRouter({
    sql,
    redis: consumer,
    queues,
    lanes: settings.ROUTER_LANES,
    rulesOf: routingRulesOf(catalog),
    defaults: { locale: settings.DEFAULT_LOCALE, timezone: settings.DEFAULT_TIMEZONE },
    documentWaitMs: settings.DOCUMENT_WAIT_MS,
    graceMs: settings.SHUTDOWN_GRACE_MS,
    clock: systemClock,
    log: logFor(place.name),
    metrics,
    tracer,
  });
  const health = await startHealthServer(shared, place, { metrics, isRunning: router.isRunning });
  const close = async () => {
    await router.close();
    await tracer.close();
    await health.close();
  };
  return { name: place.name, url: health.url, close };
};
