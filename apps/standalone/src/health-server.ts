import type { Sql } from '@crier/db';
import type { METRICS } from '@crier/domain';
import { healthRoutes, type Listening, listen, type Metrics } from '@crier/runtime';
import type { Place } from './places.js';
import type { Shared } from './shared.js';

const asked = async (sql: Sql): Promise<void> => void (await sql`SELECT 1`);

/** Health and metrics of an app that serves nothing else. `isRunning` is about its workers. */
export const startHealthServer = (
  { sql, queues, settings }: Shared,
  { port, variable }: Place,
  app: { metrics: Metrics<typeof METRICS>; isRunning: () => boolean },
): Promise<Listening> => {
  const ready = async () => {
    await asked(sql);
    return [...(queues.ready() ? [] : ['redis does not answer']), ...(app.isRunning() ? [] : ['a worker has stopped'])];
  };
  const routes = healthRoutes({ ready, registry: app.metrics.registry });
  return listen(routes, { host: settings.BIND_HOST, port, variable });
};
