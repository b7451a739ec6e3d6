/**
 * How a connection finds out that its server is gone. A route that drops packets reports nothing, and the kernel repeats a
 * request for a quarter of an hour before it gives up; so a statement that hears nothing for 15 s fails as
 * `SILENCE_TIMEOUT` (our patch of postgres.js) and takes its connection along. Every statement of the protocol ends in
 * milliseconds; one that needs longer belongs into pieces, or to an app that counts and sweeps and asks for more time
 * (`silenceMs`). A connection that waits for nothing, as LISTEN does, is probed by the kernel after 10 s, each second (Node's
 * own pace), and is gone after ten probes.
 */
export const FAILS_SOON = { connect_timeout: 5, silence_timeout: 15, keep_alive: 10, backoff: () => 0.1 } as const;

/**
 * The same at the other end. A server whose client fell silent keeps the client's row locks and its place among
 * `max_connections`, by default for two hours: a worker that came back would wait for itself.
 */
export const SERVER_LETS_GO = {
  idle_in_transaction_session_timeout: 15_000,
  tcp_keepalives_idle: '30',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '6',
} as const;
