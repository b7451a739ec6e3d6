// The ceiling of: the same Express app, the same validation and answers, and nothing stored.

import { fileURLToPath } from 'node:url';
import { METRICS, settingsSchema } from '@crier/domain';
import { backlogLimitsOf, createIntake } from '@crier/intake';
import { createLogger, createMetrics, listen, noTracer, systemClock } from '@crier/runtime';
import { loadTypes } from '@crier/templates';

const none = () => Promise.resolve([]);
const settings = settingsSchema.parse({ DATABASE_URL: 'postgres://nowhere/none', REDIS_URL: 'redis://nowhere' });
const { app } = createIntake({
  sql: none,
  orm: {},
  store: async () => ({ kind: 'new' }),
  catalog: await loadTypes(fileURLToPath(new URL('../../templates', import.meta.url))),
  developmentKey: process.env.CRIER_API_KEY,
  maxAgeDays: 400,
  storageTimeoutMs: 5_000,
  backlogLimits: backlogLimitsOf(settings),
  commitQueueBytes: settings.COMMIT_QUEUE_BYTES,
  clock: systemClock,
  log: createLogger({ name: 'bare', level: 'warn' }),
  metrics: createMetrics(METRICS, { region: '', app: 'bare' }),
  tracer: noTracer,
});
await listen(app, { host: '127.0.0.1', port: Number(process.env.INTAKE_PORT), variable: 'INTAKE_PORT' });
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
