import { type Channel, METRICS, windowProblems } from '@crier/domain';
import { ConfigError, createMetrics, createTracer, systemClock } from '@crier/runtime';
import { createSender } from '@crier/sender';
import { startHealthServer } from '../health-server.js';
import type { StartApp } from '../shared.js';

/** The sender of one channel. */
export const senderApp =
  (channel: Channel): StartApp =>
  async (shared, place) => {
    const { settings, logFor } = shared;
    const problems = windowProblems(settings, channel);
    if (problems.length > 0) throw new ConfigError(problems.join('\n'));
    const metrics = createMetrics(METRICS, { region: settings.REGION, app: place.name });
    const tracer = await createTracer({ service: place.name, endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT });
    const clients = { ...shared, clock: systemClock, log: logFor(place.name), metrics, tracer };
    const sender = await createSender(settings, channel, clients);
    const health = await startHealthServer(shared, place, { metrics, isRunning: sender.isRunning });
    const close = async () => {
      await sender.close();
      await tracer.close();
      await health.close();
      await sender.closeProviders();
    };
    return { name: place.name, url: health.url, close };
  };
