import { type DeliveryState, keyOf, type ProviderEvent, type ProviderEventKind, STATES } from '@crier/domain';

export const KINDS = ['accepted', 'rejected', 'delivered', 'bounced', 'complained', 'deferred'] as const;
export const EVIDENCE = ['accepted', 'delivered', 'bounced'] as const;
export const LOWER = STATES.filter((state) => !(EVIDENCE as readonly DeliveryState[]).includes(state));
export const OVER = ['accepted', 'delivered', 'bounced', 'expired', 'suppressed', 'dead'];

/** An event about the copy `ses m-<id>`. */
export const said = (id: string, kind: ProviderEventKind, change: Partial<ProviderEvent> = {}): ProviderEvent => ({
  deliveryKey: keyOf(id),
  provider: 'ses',
  messageId: `m-${id}`,
  kind,
  at: new Date().toISOString(),
  code: '5.1.1',
  detail: 'user unknown',
  ...change,
});
