import { ensurePartitions } from '@crier/db';
import { METRICS } from '@crier/domain';
import { backlogLimitsOf, createEventStore, createIntake, directoryOptionsOf } from '@crier/intake';
import { createMetrics, createTracer, listen, systemClock } from '@crier/runtime';
import type { StartApp } from '../shared.js';

const STORAGE_TIMEOUT_MS = 5_000;

export const startIntakeApp: StartApp = async ({ settings, catalog, sql, logFor }, { name, port, variable }) => {
  await ensurePartitions(sql, settings.OCCURRED_AT_MAX_AGE_DAYS);
  const tracer = await createTracer({ service: name, endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT });
  const intake = createIntake({
    sql,
    store: createEventStore(sql),
    catalog,
    developmentKey: settings.CRIER_API_KEY,
    maxAgeDays: settings.OCCURRED_AT_MAX_AGE_DAYS,
    storageTimeoutMs: STORAGE_TIMEOUT_MS,
    backlogLimits: backlogLimitsOf(settings),
    commitQueueBytes: settings.COMMIT_QUEUE_BYTES,
    directory: directoryOptionsOf(settings),
    clock: systemClock,
    log: logFor(name),
    metrics: createMetrics(METRICS, { region: settings.REGION, app: name }),
    tracer,
  });
  const server = await listen(intake.app, { host: settings.BIND_HOST, port, variable });
  const close = async () => {
    await server.close();
    intake.close();
    await tracer.close();
  };
  return { name, url: server.url, close };
};
