import type { PushProvider } from '../providers.js';

/** Push tokens whose app is gone, and since when (ms since the epoch). */
export interface UnregisteredTokens {
  add(provider: PushProvider, token: string): void;
  since(provider: PushProvider, token: string): number | undefined;
  clear(): void;
}

export const createUnregisteredTokens = (now: () => number): UnregisteredTokens => {
  const since = new Map<string, number>();
  const name = (provider: PushProvider, token: string) => `${provider} ${token}`;
  return {
    add: (provider, token) => void since.set(name(provider, token), now()),
    since: (provider, token) => (since.size === 0 ? undefined : since.get(name(provider, token))),
    clear: () => since.clear(),
  };
};
