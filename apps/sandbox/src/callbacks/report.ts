import type { Send } from '../send.js';
import type { CallbackOutcome, CallbackProvider, CallbackSettings } from './callback-settings.js';
import type { RetryRule } from './retry-rule.js';

/** One accepted message that a provider has to report on. Times in ms since the epoch. */
export interface Report {
  /** Its own, and the same in every copy and every retry. */
  readonly id: string;
  readonly operation: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly key: string | null;
  readonly messageId: string;
  readonly acceptedAt: number;
  /** When this came about. */
  readonly happenedAt: number;
  /** One of the writer's statuses for the outcome. */
  readonly status: string;
  /** The send's, for vendors that name it. */
  readonly account: string | undefined;
  /** Where it goes. */
  readonly url: string;
  /** As they were on acceptance. */
  readonly settings: CallbackSettings;
}

/** Somebody wrote to a number of ours. */
export interface Inbound {
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly messageId: string;
  /** Where it goes. */
  readonly url: string;
  /** Ms since the epoch. */
  readonly at: number;
}

/** The request that carries one report. */
export interface Callback {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How one provider words and signs its callbacks. */
export interface CallbackWriter {
  readonly provider: CallbackProvider;
  /** Below `/callbacks/` of the receiver. */
  readonly path: string;
  /** What a receiver needs to check the signatures, by file name; served below `/sandbox/keys/`. */
  readonly keyFiles: Readonly<Record<string, string>>;
  /** What it reports one after another of a message with this outcome; left out: the outcome alone. */
  statuses?(outcome: CallbackOutcome): readonly string[];
  /** Where reports on this send go, for a vendor that is told so with each; undefined = nowhere. */
  urlFor?(send: Send): string | undefined;
  /** How it repeats what was not taken at this address; left out: for five minutes. */
  retryRule?(url: string): RetryRule;
  write(report: Report): Callback | Promise<Callback>;
  /** How it hands on what somebody wrote, if it can receive. */
  writeInbound?(inbound: Inbound): Callback;
}
