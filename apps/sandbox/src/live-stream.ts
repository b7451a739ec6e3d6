import type { Response } from 'express';
import type { OpenResponses } from './open-responses.js';

export interface LiveStream {
  /** Sends the state now, and again after changes, until the client leaves. */
  open(res: Response): void;
  changed(): void;
}

const LEAST_GAP_MS = 400;

/**
 * Server-sent events with the whole state in each: a client that missed some has lost nothing. However fast things
 * change, a client hears of it a few times a second, and nothing is computed while nobody listens.
 */
export const createLiveStream = (responses: OpenResponses, state: () => unknown): LiveStream => {
  const clients = new Set<Response>();
  let timer: NodeJS.Timeout | undefined;

  const event = () => `data: ${JSON.stringify(state())}\n\n`;
  const broadcast = () => {
    timer = undefined;
    if (clients.size === 0) return;
    const text = event();
    for (const client of clients) client.write(text);
  };

  return {
    open(res) {
      res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      res.write(`retry: 1000\n${event()}`);
      responses.hold(res);
      clients.add(res);
      res.once('close', () => clients.delete(res));
    },
    changed() {
      if (clients.size === 0 || timer) return;
      timer = setTimeout(broadcast, LEAST_GAP_MS);
    },
  };
};
