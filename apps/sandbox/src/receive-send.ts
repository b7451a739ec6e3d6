import type { Callbacks } from './callbacks/callbacks.js';
import { FAULT_MODES, type Fault, REFUSAL_MODES, type Refusal } from './fault.js';
import type { FaultList } from './fault-list.js';
import type { MessageLog } from './message-log.js';
import type { SandboxMetrics } from './sandbox-metrics.js';
import type { Send } from './send.js';
import type { Vendor } from './vendor.js';

/** What happens to one send, before any protocol puts it into words. */
export type Outcome =
  | { readonly kind: 'accepted'; readonly messageId: string; readonly delayMs: number }
  | { readonly kind: 'without_id'; readonly isTaken: boolean; readonly delayMs: number }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly delayMs: number }
  | { readonly kind: 'silence' }
  | { readonly kind: 'disconnect' };

export interface ReceiveDeps {
  readonly log: MessageLog;
  readonly faults: FaultList;
  readonly callbacks: Callbacks;
  readonly metrics: SandboxMetrics;
  readonly now: () => number;
}

const DEFAULT_LATENCY_MS = 200;

const isRefusal = (mode: Fault['mode']): mode is Refusal['mode'] => (REFUSAL_MODES as readonly string[]).includes(mode);

const outcomeOf = (fault: Fault, messageId: string): Outcome => {
  const { mode, code, status, retryAfter, delayMs = mode === 'latency' ? DEFAULT_LATENCY_MS : 0 } = fault;
  if (isRefusal(mode)) return { kind: 'refused', refusal: { mode, code, status, retryAfter }, delayMs };
  switch (mode) {
    case 'hang':
    case 'timeout_after_accept':
      return { kind: 'silence' };
    case 'disconnect_after_accept':
      return { kind: 'disconnect' };
    case 'no_message_id':
    case 'no_message_id_after_accept':
      return { kind: 'without_id', isTaken: FAULT_MODES[mode].accepts, delayMs };
    case 'latency':
      return { kind: 'accepted', messageId, delayMs };
  }
};

/**
 * One send meets the faults in force and is counted, or not, at this very moment: whatever the answer does afterwards
 * (late, lost, never), the counts already say what the provider accepted, and its callback will.
 */
export const receiveSend = (
  { log, faults, callbacks, metrics, now }: ReceiveDeps,
  vendor: Pick<Vendor, 'provider' | 'messageId'>,
  send: Send,
): Outcome => {
  const at = now();
  const messageId = vendor.messageId(at, send);
  const fault = faults.draw(vendor.provider, send);
  if (fault) metrics.count('crier_sandbox_faults_total', { provider: vendor.provider, mode: fault.mode });
  if (!fault || FAULT_MODES[fault.mode].accepts) {
    log.accept(vendor.provider, send, messageId, at);
    callbacks.accepted(vendor.provider, send, messageId, at);
    metrics.count('crier_sandbox_accepted_total', { provider: vendor.provider });
  }
  return fault ? outcomeOf(fault, messageId) : { kind: 'accepted', messageId, delayMs: 0 };
};
