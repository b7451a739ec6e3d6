import { createAddressBook } from './address-book.js';
import { createGrowingColumn } from './growing-column.js';
import { createKeyCounts } from './key-counts.js';
import { PROVIDER_NAMES, PROVIDERS, type Provider, type SandboxChannel } from './providers.js';
import { type Body, createRecentBodies } from './recent-bodies.js';
import type { Send } from './vendor.js';

export interface MessageFilter {
  readonly provider?: Provider | undefined;
  readonly channel?: SandboxChannel | undefined;
  /** A whole address. */
  readonly to?: string | undefined;
  /** A part of an address. */
  readonly search?: string | undefined;
  readonly key?: string | undefined;
}

/** One accepted message. `body` is undefined once it is no longer among the last ones kept. */
export interface LogEntry {
  readonly id: number;
  readonly provider: Provider;
  /** Several recipients are joined by ", ". Without a body they are in lower case. */
  readonly to: string;
  readonly key: string | null;
  /** How many accepted messages carry this key, over all providers. */
  readonly copies: number;
  /** Ms since the epoch. */
  readonly at: number;
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
  /** The same as numbers, without looking at every key, and the id of the newest message (or of the last one cleared). */
  tally(): { total: number; keys: number; duplicated: number; lastId: number };
  /** Accepted by this provider at or after `at`. */
  countSince(provider: Provider, at: number): number;
  clear(): void;
}

/**
 * Everything accepted since the last clear. Provider, address, key and time stay for every message, so that totals and
 * counts are exact however many there were: 17 bytes a message in columns, and each distinct address and key once.
 * Whole messages stay only for the last ones. A filter reads the columns from end to end: that is
 * milliseconds for a million rows, and no index has to be fed while messages arrive.
 */
export const createMessageLog = (options: {
  keepBodies: number;
  keepBytes: number;
  changed: () => void;
}): MessageLog => {
  const bodies = createRecentBodies({ maxCount: options.keepBodies, maxBytes: options.keepBytes });
  const addresses = createAddressBook();
  const keys = createKeyCounts();
  const columns = {
    provider: createGrowingColumn((length) => new Uint8Array(length)),
    address: createGrowingColumn((length) => new Uint32Array(length)),
    key: createGrowingColumn((length) => new Uint32Array(length)),
    at: createGrowingColumn((length) => new Float64Array(length)),
  };
  let length = 0;
  // Ids go on after a clear: a page that still shows an older message never gets another one under its id.
  let firstId = 1;

  const entry = (row: number): LogEntry => {
    const key = columns.key.at(row);
    const body = bodies.get(firstId + row);
    return {
      id: firstId + row,
      provider: PROVIDER_NAMES[columns.provider.at(row)] ?? 'ses',
      to: body?.send.to.join(', ') ?? addresses.name(columns.address.at(row)),
      key: keys.name(key),
      copies: keys.copies(key),
      at: columns.at.at(row),
      body,
    };
  };

  const matcher = ({ provider, channel, to, search, key }: MessageFilter): ((row: number) => boolean) => {
    const providers = PROVIDER_NAMES.map((n) => (provider ?? n) === n && (channel ?? PROVIDERS[n]) === PROVIDERS[n]);
    const wantedTo = to === undefined ? undefined : addresses.find(to);
    const found = search === undefined ? undefined : addresses.containing(search);
    const wantedKey = key === undefined ? undefined : (keys.find(key) ?? -1);
    return (row) =>
      (wantedKey === undefined || columns.key.at(row) === wantedKey) &&
      (wantedTo === undefined || wantedTo.has(columns.address.at(row))) &&
      (found === undefined || found.has(columns.address.at(row))) &&
      providers[columns.provider.at(row)] === true;
  };

  return {
    accept(provider, send, messageId, at) {
      columns.provider.push(PROVIDER_NAMES.indexOf(provider));
      columns.address.push(addresses.file(send.to));
      columns.key.push(keys.add(send.key));
      columns.at.push(at);
      bodies.add(firstId + length, { messageId, send });
      length += 1;
      options.changed();
    },
    find(filter, limit) {
      const matches = matcher(filter);
      const entries: LogEntry[] = [];
      let total = 0;
      for (let row = length - 1; row >= 0; row -= 1) {
        if (!matches(row)) continue;
        total += 1;
        if (total <= limit) entries.push(entry(row));
      }
      return { total, entries };
    },
    get: (id) => (id >= firstId && id < firstId + length ? entry(id - firstId) : undefined),
    counts: () => ({ total: length, keys: keys.size, duplicates: keys.duplicates() }),
    tally: () => ({ total: length, keys: keys.size, duplicated: keys.duplicated, lastId: firstId + length - 1 }),
    countSince(provider, at) {
      const wanted = PROVIDER_NAMES.indexOf(provider);
      let count = 0;
      for (let row = 0; row < length; row += 1) {
        if (columns.at.at(row) >= at && columns.provider.at(row) === wanted) count += 1;
      }
      return count;
    },
    clear() {
      firstId += length;
      length = 0;
      for (const column of Object.values(columns)) column.clear();
      for (const part of [addresses, keys, bodies]) part.clear();
      options.changed();
    },
  };
};
