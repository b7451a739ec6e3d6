import { openRenderer, startDocuments } from '@crier/documents-app';
import { METRICS } from '@crier/domain';
import { createMetrics, createTracer, systemClock } from '@crier/runtime';
import { startHealthServer } from '../health-server.js';
import type { StartApp } from '../shared.js';

export const startDocumentsApp: StartApp = async (shared, place) => {
  const { settings, sql, consumer, queues, documents: store, logFor } = shared;
  const metrics = createMetrics(METRICS, { region: settings.REGION, app: place.name });
  const tracer = await createTracer({ service: place.name, endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT });
  const renderer = openRenderer(settings);
  const documents = startDocuments({
    sql,
    redis: consumer,
    queues,
    renderer,
    store,
    retry: { attempts: settings.RETRY_ATTEMPTS, baseMs: settings.RETRY_BASE_MS, capMs: settings.RETRY_CAP_MS },
    timezone: settings.DEFAULT_TIMEZONE,
    concurrency: settings.DOCUMENT_CONCURRENCY,
    sweepMs: settings.SWEEP_INTERVAL_MS,
    graceMs: settings.SHUTDOWN_GRACE_MS,
    clock: systemClock,
    log: logFor(place.name),
    metrics,
    tracer,
  });
  const health = await startHealthServer(shared, place, { metrics, isRunning: documents.isRunning });
  const close = async () => {
    await documents.close();
    await renderer.close();
    await tracer.close();
    await health.close();
  };
  return { name: place.name, url: health.url, close };
};
