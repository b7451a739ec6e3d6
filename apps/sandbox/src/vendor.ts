import type { IncomingMessage } from 'node:http';
import type { Refusal } from './fault.js';
import type { MessageLog } from './message-log.js';
import type { Provider } from './providers.js';
import type { Send } from './send.js';
import type { VendorState } from './state/vendor-state.js';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One provider's protocol: how a request is read, and how each outcome is said in the vendor's own words. */
export interface Vendor {
  readonly provider: Provider;
  /** First segment of the path; everything under it, by whatever method, is the vendor's. */
  readonly segment: string;
  /** The send that is asked for, or the answer to anything else: a look-up, an unknown call, a missing field. */
  parse(body: Buffer, req: IncomingMessage): Promise<{ send: Send } | { reply: Reply }>;
  /** A fresh id of the vendor's form (APNs takes the one that the send brings); `at` in ms since the epoch. */
  messageId(at: number, send: Send): string;
  accepted(send: Send, messageId: string): Reply;
  withoutMessageId(send: Send): Reply;
  refused(refusal: Refusal): Reply;
  tooLarge(maxBytes: number): Reply;
}

export interface VendorDeps extends VendorState {
  /** A vendor may look at what it accepted so far (quotas, look-ups); only the core writes there. */
  readonly log: Pick<MessageLog, 'countSince' | 'find'>;
  readonly now: () => number;
}
export type VendorFactory = (deps: VendorDeps) => Vendor;
