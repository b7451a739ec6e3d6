import type { EmailProvider } from '@crier/domain';
import type { ProviderGate } from '@crier/queue';

/** A provider of the chain, and the fleet's gate in front of it. */
export interface Link {
  readonly provider: EmailProvider;
  readonly gate: ProviderGate;
}
