import { createMessageIndex, type IndexedMessage, type MessageFilter } from './message-index.js';
import { PROVIDERS, type Provider } from './providers.js';
import { type Body, createRecentBodies } from './recent-bodies.js';
import type { Send } from './send.js';

/** One accepted message. Without a body (it is no longer among the last ones kept) `to` is in lower case. */
export interface LogEntry extends IndexedMessage {
  readonly id: number;
  readonly body: Body | undefined;
}

export interface MessageLog {
  /** Counts one message as accepted; `at` in ms since the epoch. */
  accept(provider: Provider, send: Send, messageId: string, at: number): void;
  /** Newest first: the first `limit`, and how many there are in all. */
  find(filter: MessageFilter, limit: number): { total: number; entries: LogEntry[] };
  get(id: number): LogEntry | undefined;
  /** The oracle for "sent once". A message without a key counts in `total` only. */
  counts(): { total: number; keys: number; duplicates: { key: string; count: number }[] };
  /** The same as numbers (`chat`: those of `total` that are no deliveries), without looking at every key, and the id of the newest message (or of the last one cleared). */
  tally(): { total: number; chat: number; keys: number; duplicated: number; lastId: number };
  /** Accepted by this provider at or after `at`. */
  countSince(provider: Provider, at: number): number;
  clear(): void;
}

/**
 * Everything accepted since the last clear. Provider, address, key and time stay for every message, so that totals and
 * counts are exact however many there were; whole messages stay only for the last ones.
 */
export const createMessageLog = (options: {
  keepBodies: number;
  keepBytes: number;
  changed: () => void;
}): MessageLog => {
  const bodies = createRecentBodies({ maxCount: options.keepBodies, maxBytes: options.keepBytes });
  const index = createMessageIndex();
  // Ids go on after a clear: a page that still shows an older message never gets another one under its id.
  let firstId = 1;
  let chat = 0;

  const entry = (row: number): LogEntry => {
    const id = firstId + row;
    const body = bodies.get(id);
    const indexed = index.row(row);
    return { ...indexed, id, to: body?.send.to.join(', ') ?? indexed.to, body };
  };

  return {
    accept(provider, send, messageId, at) {
      bodies.add(firstId + index.length, { messageId, send });
      index.add(provider, send, at);
      if (PROVIDERS[provider] === 'chat') chat += 1;
      options.changed();
    },
    find(filter, limit) {
      const matches = index.matcher(filter);
      const entries: LogEntry[] = [];
      let total = 0;
      for (let row = index.length - 1; row >= 0; row -= 1) {
        if (!matches(row)) continue;
        total += 1;
        if (total <= limit) entries.push(entry(row));
      }
      return { total, entries };
    },
    get: (id) => (id >= firstId && id < firstId + index.length ? entry(id - firstId) : undefined),
    counts: () => ({ total: index.length, keys: index.keys.size, duplicates: index.keys.duplicates() }),
    tally: () => ({
      total: index.length,
      chat,
      keys: index.keys.size,
      duplicated: index.keys.duplicated,
      lastId: firstId + index.length - 1,
    }),
    countSince: index.countSince,
    clear() {
      firstId += index.length;
      index.clear();
      chat = 0;
      bodies.clear();
      options.changed();
    },
  };
};
