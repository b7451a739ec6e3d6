import type { Metrics } from '@crier/runtime';

export const SANDBOX_METRICS = {
  crier_sandbox_accepted_total: { kind: 'counter', help: 'Messages accepted', labels: ['provider'] },
  crier_sandbox_faults_total: { kind: 'counter', help: 'Faults that fired', labels: ['provider', 'mode'] },
} as const;
export type SandboxMetrics = Metrics<typeof SANDBOX_METRICS>;
