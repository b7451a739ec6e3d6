export interface AttemptLimit {
  /** Milliseconds until this client may try again; 0 = now. */
  waitMs(client: string): number;
  count(client: string): void;
  /** Begins anew for this client. */
  forget(client: string): void;
}

const MAX_CLIENTS = 10_000;

/**
 * Counts attempts per client in a window that begins with the first. In memory of this process, and bounded: under a
 * flood of clients the longest known is forgotten.
 */
export const createAttemptLimit = (options: { max: number; windowMs: number; nowMs: () => number }): AttemptLimit => {
  const known = new Map<string, { attempts: number; endsMs: number }>();
  const current = (client: string) => {
    const found = known.get(client);
    return found !== undefined && found.endsMs > options.nowMs() ? found : undefined;
  };
  return {
    waitMs: (client) => {
      const found = current(client);
      return found !== undefined && found.attempts >= options.max ? found.endsMs - options.nowMs() : 0;
    },
    count: (client) => {
      const found = current(client);
      if (found !== undefined) {
        found.attempts++;
        return;
      }
      known.delete(client);
      known.set(client, { attempts: 1, endsMs: options.nowMs() + options.windowMs });
      const [longestKnown] = known.keys();
      if (known.size > MAX_CLIENTS && longestKnown !== undefined) known.delete(longestKnown);
    },
    forget: (client) => void known.delete(client),
  };
};
