import type { Sql } from '@crier/db';
import type { METRICS, ProviderName, Settings } from '@crier/domain';
import { createGate, type Redis } from '@crier/queue';
import type { Clock, Logger, Metrics } from '@crier/runtime';
import type { ChannelProvider, Link } from './chain.js';
import { gateLimitsOf } from './gate-limits.js';
import { createIncidents } from './incidents.js';
import type { SenderDeps } from './sender-deps.js';

const STATE = { closed: 0, 'half-open': 1, open: 2 } as const;

export interface ChannelChain {
  readonly chain: readonly Link[];
  readonly onRefused: SenderDeps['onRefused'];
  readonly notice: SenderDeps['notice'];
  close(): Promise<void>;
}

/** The providers of a channel in the order of its list, each behind its gate. */
export const createChannelChain = (
  settings: Settings,
  providers: readonly (ChannelProvider & { close(): void })[],
  deps: { sql: Sql; redis: Redis; clock: Clock; log: Logger; metrics: Metrics<typeof METRICS> },
): ChannelChain => {
  const { redis, clock, metrics } = deps;
  const incidents = createIncidents(deps.sql, deps.log, clock.monotonicMs);
  const process = clock.newToken();
  const links = providers.map((provider) => {
    const gate = createGate(redis, {
      ...gateLimitsOf(settings, provider.name as ProviderName),
      provider: provider.name,
      process,
      monotonicMs: clock.monotonicMs,
      onState: (state) => metrics.set('crier_breaker_state', { provider: provider.name }, STATE[state]),
      onChange: (change) => incidents.changed(provider.name, change),
    });
    return { provider, gate };
  });
  return {
    chain: links,
    onRefused: incidents.refused,
    notice: incidents.notice,
    close: async () => {
      for (const { provider, gate } of links) {
        await gate.close();
        provider.close();
      }
    },
  };
};
