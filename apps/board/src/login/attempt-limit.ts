export interface AttemptLimit {
  /** Milliseconds until this client may try again; 0 = now. */
  waitMs(client: string): number;
  failed(client: string): void;
  succeeded(client: string): void;
}

const MAX_CLIENTS = 10_000;

/**
 * Counts failed attempts per client in a window that begins with the first. In memory of this process, and bounded: under a
 * flood of clients the longest known is forgotten.
 */
export const createAttemptLimit = (options: { max: number; windowMs: number; nowMs: () => number }): AttemptLimit => {
  const known = new Map<string, { failures: number; endsMs: number }>();
  const current = (client: string) => {
    const found = known.get(client);
    return found !== undefined && found.endsMs > options.nowMs() ? found : undefined;
  };
  return {
    waitMs: (client) => {
      const found = current(client);
      return found !== undefined && found.failures >= options.max ? found.endsMs - options.nowMs() : 0;
    },
    failed: (client) => {
      const found = current(client);
      if (found !== undefined) {
        found.failures++;
        return;
      }
      known.delete(client);
      known.set(client, { failures: 1, endsMs: options.nowMs() + options.windowMs });
      const [longestKnown] = known.keys();
      if (known.size > MAX_CLIENTS && longestKnown !== undefined) known.delete(longestKnown);
    },
    succeeded: (client) => void known.delete(client),
  };
};
