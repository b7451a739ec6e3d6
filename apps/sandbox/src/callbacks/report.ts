import type { CallbackProvider, CallbackSettings } from './callback-settings.js';

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
  /** When the outcome came about. */
  readonly happenedAt: number;
  /** As they were on acceptance. */
  readonly settings: CallbackSettings;
}

/** The request that carries one report. */
export interface Callback {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How one provider words and signs its callbacks. */
export interface CallbackWriter {
  readonly provider: CallbackProvider;
  /** What a receiver needs to check the signatures, by file name; served below `/sandbox/keys/`. */
  readonly keyFiles: Readonly<Record<string, string>>;
  write(report: Report): Callback | Promise<Callback>;
}
