import type { EventForSending, LoadedDelivery } from '@crier/db';
import type { Outcome } from '@crier/queue';
import type { NotificationType, RenderedEmail } from '@crier/templates';
import type { SenderDeps } from './sender-deps.js';

/** One run of a job through the steps: what is known of its delivery so far. */
export interface Pass {
  readonly delivery: LoadedDelivery;
  readonly event: EventForSending;
  readonly type: NotificationType | undefined;
  /** How often a worker died over this job. */
  readonly stalled: number;
  /** Fresh for this pass: BullMQ's lock token is shared between attempts and would let an old one back in. */
  readonly token: string;
  /** Set by `render`. */
  message: RenderedEmail | undefined;
}

/** A step either ends the pass with what is to become of the job, or lets it go on. */
export type Step = (deps: SenderDeps, pass: Pass) => Promise<Outcome | 'go on'>;
