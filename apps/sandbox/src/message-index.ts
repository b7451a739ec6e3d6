import { createAddressBook } from './address-book.js';
import { createGrowingColumn } from './growing-column.js';
import { createKeyCounts, type KeyCounts } from './key-counts.js';
import { PROVIDER_NAMES, PROVIDERS, type Provider, type SandboxChannel } from './providers.js';
import type { Send } from './send.js';

export interface MessageFilter {
  readonly provider?: Provider | undefined;
  readonly channel?: SandboxChannel | undefined;
  /** A whole address. */
  readonly to?: string | undefined;
  /** A part of an address. */
  readonly search?: string | undefined;
  readonly key?: string | undefined;
}

export interface IndexedMessage {
  readonly provider: Provider;
  /** In lower case; several recipients are joined by ", ". */
  readonly to: string;
  readonly key: string | null;
  /** How many messages carry this key, over all providers. */
  readonly copies: number;
  /** Ms since the epoch. */
  readonly at: number;
}

export interface MessageIndex {
  readonly length: number;
  readonly keys: Pick<KeyCounts, 'size' | 'duplicated' | 'duplicates'>;
  /** Adds the row that comes next; the first is 0. */
  add(provider: Provider, send: Pick<Send, 'to' | 'key'>, at: number): void;
  row(row: number): IndexedMessage;
  matcher(filter: MessageFilter): (row: number) => boolean;
  countSince(provider: Provider, at: number): number;
  clear(): void;
}

const createColumns = () => ({
  provider: createGrowingColumn((length) => new Uint8Array(length)),
  address: createGrowingColumn((length) => new Uint32Array(length)),
  key: createGrowingColumn((length) => new Uint32Array(length)),
  at: createGrowingColumn((length) => new Float64Array(length)),
});

/**
 * What is kept of every message, a row for each: 17 bytes in columns, and each distinct address and key once. A filter
 * reads the columns from end to end: that is milliseconds for a million rows, and no search tree has to be fed
 * while messages arrive.
 */
export const createMessageIndex = (): MessageIndex => {
  const columns = createColumns();
  const addresses = createAddressBook();
  const keys = createKeyCounts();
  let length = 0;

  const matcher = ({ provider, channel, to, search, key }: MessageFilter) => {
    const providers = PROVIDER_NAMES.map((n) => (provider ?? n) === n && (channel ?? PROVIDERS[n]) === PROVIDERS[n]);
    const wantedTo = to === undefined ? undefined : addresses.find(to);
    const found = search === undefined ? undefined : addresses.containing(search);
    const wantedKey = key === undefined ? undefined : (keys.find(key) ?? -1);
    return (row: number) =>
      (wantedKey === undefined || columns.key.at(row) === wantedKey) &&
      (wantedTo === undefined || wantedTo.has(columns.address.at(row))) &&
      (found === undefined || found.has(columns.address.at(row))) &&
      providers[columns.provider.at(row)] === true;
  };

  return {
    get length() {
      return length;
    },
    keys,
    add(provider, { to, key }, at) {
      columns.provider.push(PROVIDER_NAMES.indexOf(provider));
      columns.address.push(addresses.file(to));
      columns.key.push(keys.add(key));
      columns.at.push(at);
      length += 1;
    },
    row(row) {
      const key = columns.key.at(row);
      return {
        provider: PROVIDER_NAMES[columns.provider.at(row)] ?? 'ses',
        to: addresses.name(columns.address.at(row)),
        key: keys.name(key),
        copies: keys.copies(key),
        at: columns.at.at(row),
      };
    },
    matcher,
    countSince(provider, at) {
      const wanted = PROVIDER_NAMES.indexOf(provider);
      let count = 0;
      for (let row = 0; row < length; row += 1) {
        if (columns.at.at(row) >= at && columns.provider.at(row) === wanted) count += 1;
      }
      return count;
    },
    clear() {
      for (const part of [...Object.values(columns), addresses, keys]) part.clear();
      length = 0;
    },
  };
};
