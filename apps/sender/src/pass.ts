import type { EventForSending, LoadedDelivery } from '@crier/db';
import type { SmsSegments } from '@crier/domain';
import type { Outcome } from '@crier/queue';
import type { NotificationType, RenderContext, RenderedMessage } from '@crier/templates';
import type { Outgoing } from './chain.js';
import type { SenderDeps } from './sender-deps.js';

/** One run of a job through the steps: what is known of its delivery so far. */
export interface Pass {
  readonly delivery: LoadedDelivery;
  /** When it was read, by the monotonic clock: what the database counted in ms runs from then. */
  readonly readAt: number;
  readonly event: EventForSending;
  readonly type: NotificationType | undefined;
  /** How often a worker died over this job. */
  readonly stalled: number;
  /** Fresh for this pass: BullMQ's lock token is shared between attempts and would let an old one back in. */
  readonly token: string;
  /** What the spans of this pass belong to. */
  readonly traceparent: string | null;
  /** Where the person can say what they want; made when something asks for it. */
  readonly links: RenderContext['links'];
  /** Set by `render`. */
  rendered: RenderedMessage | undefined;
  /** Set by `render` for an SMS: what it is made of, as it is billed. */
  sms: SmsSegments | undefined;
  /** Set by `compose`. */
  message: Outgoing | undefined;
}

/**
 * How a pass ends. `paced`: a slot at the provider will be free soon. The worker keeps the job and begins again at the first
 * step then, so that a rate limit holds back the queue and does not turn it over and over.
 */
export type PassEnd = Outcome | { readonly kind: 'paced'; readonly ms: number };

/** A step either ends the pass with what is to become of the job, or lets it go on. */
export type Step = (deps: SenderDeps, pass: Pass) => Promise<PassEnd | 'go on'>;
