import type { SenderDeps } from './sender-deps.js';

/** Between the end of a call and the last moment at which its answer, or another worker's mark of it, may still be on its way. */
const MARGIN_MS = 5_000;

/** Whether a provider says afterwards what became of a message; one that is not configured any more may have. */
const canBeProved = ({ chain }: Pick<SenderDeps, 'chain'>, providerName: string | null): boolean =>
  chain.find((link) => link.provider.name === providerName)?.provider.reconciliation.length !== 0;

/**
 * How long after callbacks are taken again a provider may still repeat one that nobody took. Of one that is not configured any
 * more nobody knows: no time is too long.
 */
export const repeatedWithinMs = ({ chain }: Pick<SenderDeps, 'chain'>, providerName: string | null): number => {
  const provider = chain.find((link) => link.provider.name === providerName)?.provider;
  return provider === undefined ? Number.POSITIVE_INFINITY : (provider.callbacksRepeatedWithinMs ?? 0);
};

/**
 * How long an unknown outcome waits for proof. A provider that never says anything afterwards (SNS, push, SMTP) can
 * prove nothing later: then only what is still in flight is waited for, so that a one-time password is not kept until it has
 * expired.
 */
export const proofWindowMs = (
  { chain, leaseMs, reconcileWindowMs }: Pick<SenderDeps, 'chain' | 'leaseMs' | 'reconcileWindowMs'>,
  providerName: string | null,
): number => {
  const provider = chain.find((link) => link.provider.name === providerName)?.provider;
  return provider === undefined || canBeProved({ chain }, providerName)
    ? reconcileWindowMs
    : Math.min(reconcileWindowMs, provider.timeoutMs + leaseMs + MARGIN_MS);
};
