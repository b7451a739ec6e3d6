import type { Send } from './send.js';

export interface Body {
  readonly messageId: string;
  readonly send: Send;
}
export interface RecentBodies {
  /** Ids must come in rising order without gaps. */
  add(id: number, body: Body): void;
  get(id: number): Body | undefined;
  clear(): void;
}

/** Whole messages, the last `maxCount` of them and never more than `maxBytes` together; the newest is always kept. */
export const createRecentBodies = ({ maxCount, maxBytes }: { maxCount: number; maxBytes: number }): RecentBodies => {
  const bodies = new Map<number, Body>();
  let bytes = 0;
  let oldest = 0;

  const dropOldest = () => {
    bytes -= bodies.get(oldest)?.send.sizeBytes ?? 0;
    bodies.delete(oldest);
    oldest += 1;
  };

  return {
    add(id, body) {
      if (bodies.size === 0) oldest = id;
      bodies.set(id, body);
      bytes += body.send.sizeBytes;
      while (bodies.size > maxCount || (bytes > maxBytes && bodies.size > 1)) dropOldest();
    },
    get: (id) => bodies.get(id),
    clear() {
      bodies.clear();
      bytes = 0;
    },
  };
};
