/** Why a callback was not taken, in Twilio's words: no connection, no answer, or an answer of that kind. */
export type NotTaken = 'ct' | 'rt' | '3xx' | '4xx' | '5xx';

/** How often a provider tries again what was not taken. */
export interface RetryRule {
  /** After the first try. */
  readonly times: number;
  /** Counted from the first try. */
  readonly withinMs: number;
  /** How long after a try the next one comes, in ms; `before`: how many there were. */
  waitMs(before: number): number;
  on(why: NotTaken): boolean;
}

/** Quicker than any provider, and shorter than most: what takes them hours can be seen here in minutes. */
export const UNTIL_TAKEN: RetryRule = {
  times: Number.POSITIVE_INFINITY,
  withinMs: 300_000,
  waitMs: () => 1_000,
  on: () => true,
};
