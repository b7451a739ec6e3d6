import type { ServerResponse } from 'node:http';

/** Responses that are kept open on purpose: silence, delays, live streams. They end when the client leaves, or here. */
export interface OpenResponses {
  hold(res: ServerResponse): void;
  /** Writes after the delay, unless the client has left by then. */
  later(res: ServerResponse, delayMs: number, write: () => void): void;
  dropAll(): void;
}

export const createOpenResponses = (): OpenResponses => {
  const open = new Set<ServerResponse>();
  const hold = (res: ServerResponse) => {
    open.add(res);
    res.once('close', () => open.delete(res));
  };
  return {
    hold,
    later(res, delayMs, write) {
      hold(res);
      const timer = setTimeout(write, delayMs);
      res.once('close', () => clearTimeout(timer));
    },
    dropAll() {
      for (const res of open) res.destroy();
    },
  };
};
