import { createCallbacks, fetchText, startListening } from '@crier/callbacks';
import { recordCallbacks, resumeAddresses, suppress } from '@crier/db';
import { METRICS } from '@crier/domain';
import { createMetrics, listen, systemClock } from '@crier/runtime';
import type { StartApp } from '../shared.js';

const STORAGE_TIMEOUT_MS = 5_000;

export const startCallbacksApp: StartApp = async ({ settings, sql, logFor }, { name, port, variable }) => {
  const app = createCallbacks({
    settings,
    record: (events) => recordCallbacks(sql, events),
    suppress: (items) => suppress(sql, items),
    resume: (wishes) => resumeAddresses(sql, wishes),
    probe: () => sql`SELECT 1`,
    storageTimeoutMs: STORAGE_TIMEOUT_MS,
    fetchText,
    clock: systemClock,
    log: logFor(name),
    metrics: createMetrics(METRICS, { region: settings.REGION, app: name }),
  });
  const { url, close } = await listen(app, { host: settings.BIND_HOST, port, variable });
  const listening = startListening(sql, logFor(name));
  return {
    name,
    url,
    close: async () => {
      await listening.close();
      await close();
    },
  };
};
