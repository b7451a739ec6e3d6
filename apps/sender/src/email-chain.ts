import type { Sql } from '@crier/db';
import type { METRICS, Settings } from '@crier/domain';
import { createGate, type Redis } from '@crier/queue';
import type { Clock, Logger, Metrics } from '@crier/runtime';
import type { Link } from './chain.js';
import { createEmailProviders } from './email-providers.js';
import { gateLimitsOf } from './gate-limits.js';
import { createIncidents } from './incidents.js';
import type { SenderDeps } from './sender-deps.js';

const STATE = { closed: 0, 'half-open': 1, open: 2 } as const;

export interface EmailChain {
  readonly chain: readonly Link[];
  readonly onRefused: SenderDeps['onRefused'];
  close(): Promise<void>;
}

/** The email providers as EMAIL_PROVIDERS orders them, each behind its gate. */
export const createEmailChain = (
  settings: Settings,
  deps: { sql: Sql; redis: Redis; clock: Clock; log: Logger; metrics: Metrics<typeof METRICS> },
): EmailChain => {
  const { redis, clock, metrics } = deps;
  const incidents = createIncidents(deps.sql, deps.log);
  const process = clock.newToken();
  const providers = createEmailProviders(settings, clock);
  const links = settings.EMAIL_PROVIDERS.map((name, i) => {
    const provider = providers[i] as (typeof providers)[number];
    const gate = createGate(redis, {
      ...gateLimitsOf(settings, name),
      provider: name,
      process,
      monotonicMs: clock.monotonicMs,
      onState: (state) => metrics.set('crier_breaker_state', { provider: name }, STATE[state]),
      onChange: (change) => incidents.changed(name, change),
    });
    return { provider, gate };
  });
  return {
    chain: links,
    onRefused: incidents.refused,
    close: async () => {
      for (const { provider, gate } of links) {
        await gate.close();
        provider.close();
      }
    },
  };
};
