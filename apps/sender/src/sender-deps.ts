import type {
  Acceptance,
  BeginSending,
  BegunSending,
  DeliveryWithEvent,
  FailOver,
  InAppDelivery,
  LoadedDelivery,
  NewSuppression,
  Transition,
} from '@crier/db';
import type { EmailAttachment, METRICS, NoticeName, ProviderAnswer, RetryPolicy } from '@crier/domain';
import type { Claims } from '@crier/queue';
import type { Clock, Logger, Metrics, Tracer } from '@crier/runtime';
import type { NotificationType, RenderContext } from '@crier/templates';
import type { Link } from './chain.js';
import type { PushToken } from './push-tokens.js';

/** The database as the steps see it: every call shares its statement with whoever calls at the same time. */
export interface DeliveryRecord {
  load(id: string): Promise<DeliveryWithEvent | undefined>;
  beginSending(item: BeginSending): Promise<BegunSending | undefined>;
  /** Between two calls of one pass: logs the first and renews the lease. False: it is not ours any more. */
  failOver(item: FailOver): Promise<boolean>;
  renewLease(item: { id: string; token: string }): Promise<boolean>;
  /** True if this made it accepted, false if it was before. */
  accepted(item: Acceptance): Promise<boolean>;
  /** False: somebody else was quicker. */
  move(item: Transition): Promise<boolean>;
  /** Puts a card into the person's inbox, and ends the delivery. False: somebody else was quicker. */
  deliverInApp(item: InAppDelivery): Promise<boolean>;
}

export interface SenderDeps {
  readonly record: DeliveryRecord;
  readonly claims: Claims;
  /** The providers of the channel, in the order in which they are tried. */
  readonly chain: readonly Link[];
  /** Told of each refusal of our credentials or configuration, before the gate is. */
  readonly onRefused: (provider: string, answer: Extract<ProviderAnswer, { kind: 'refused' }>) => void;
  readonly pushToken: (tokenId: string) => Promise<PushToken>;
  /** The file of a document; undefined when the store has none, or has given none for too long. Rejects when it can’t be reached. */
  readonly documentFile: (documentId: string) => Promise<EmailAttachment | undefined>;
  /** Takes an address from among those that are written to, on a provider's word. */
  readonly suppressAddress: (evidence: NewSuppression) => Promise<void>;
  readonly linksFor: (delivery: LoadedDelivery, type: NotificationType | undefined) => RenderContext['links'];
  /** Told of what people on call ought to hear of, as often as it is seen: codes and numbers, and no person. */
  readonly notice: (rule: NoticeName, subject: string, detail: Record<string, string | number>) => void;
  readonly typeOf: (name: string) => NotificationType | undefined;
  /** Puts the dead letter where Bull Board shows it; the keeper does it again if this fails. */
  readonly showDeadLetter: (id: string) => Promise<void>;
  /** How long callbacks have been taken without a gap, in ms; undefined = they never were (`LISTENING`). */
  readonly listeningMs: () => Promise<number | undefined>;
  readonly retry: RetryPolicy;
  readonly leaseMs: number;
  readonly reconcileWindowMs: number;
  /** How often a paused provider is tried with one message. */
  readonly probeMs: number;
  /** Longest that a message waits for its document. */
  readonly documentWaitMs: number;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics<typeof METRICS>;
  readonly tracer: Tracer;
}
