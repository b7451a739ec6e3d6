import { type ProviderName, prefixOf, type Settings } from '@crier/domain';
import type { GateLimits } from '@crier/queue';

/** A provider's limits and breaker as the environment has them. */
export const gateLimitsOf = (settings: Settings, provider: ProviderName): GateLimits => {
  const prefix = prefixOf(provider);
  return {
    ratePerSecond: settings[`${prefix}_RATE_PER_SECOND`],
    concurrency: settings[`${prefix}_CONCURRENCY`],
    breakerFailures: settings[`${prefix}_BREAKER_FAILURES`],
    breakerCooldownMs: settings[`${prefix}_BREAKER_COOLDOWN_MS`],
    breakerProbes: settings.BREAKER_PROBES,
    probeMs: settings.PROVIDER_PROBE_MS,
    timeoutMs: settings[`${prefix}_TIMEOUT_MS`],
  };
};
