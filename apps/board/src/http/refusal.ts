/** Ends a request with a page, or with JSON that Bull Board's pages show as a message. `message` says what to do. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly status: number,
    readonly title: string,
    message: string,
    /** Seconds; becomes Retry-After. */
    readonly retryAfterS?: number,
  ) {
    super(message);
  }
}
