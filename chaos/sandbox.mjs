import { forEach } from './for-each.mjs';

/** The sandbox lists no more. */
const MOST_OF_ONE = 1_000;

const call = async (url, init) => {
  const response = await fetch(url, { headers: { 'content-type': 'application/json' }, ...init });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response.status === 204 ? undefined : response.json();
};

/** The controls of the provider sandbox, which is also the oracle: what it accepted is what was sent. */
export const createSandbox = (url) => {
  return {
    postFault: async (fault) =>
      (await call(`${url}/sandbox/faults`, { method: 'POST', body: JSON.stringify(fault) })).id,
    removeFault: async (id) => void (await fetch(`${url}/sandbox/faults/${id}`, { method: 'DELETE' })),
    /** A browser's subscription to Web Push, whose messages the sandbox can read. */
    subscribe: () => call(`${url}/sandbox/webpush-subscriptions`, { method: 'POST', body: '{}' }),
    /** Reports every delivery back, each twice and in an order of chance. */
    reportBack: () =>
      call(`${url}/sandbox/callbacks`, { method: 'POST', body: JSON.stringify({ duplicates: 1, shuffle: true }) }),
    /** Callbacks that are still to be taken. */
    pendingCallbacks: async () =>
      (await call(`${url}/sandbox/callbacks`)).callbacks.reduce((sum, { pending }) => sum + pending, 0),
    /**
     * What it accepted in all, and by key for these addresses.
     *
     * @returns {Promise<{ total: number, copies: Map<string, number> }>}
     */
    copies: async (addresses) => {
      const { total } = await call(`${url}/sandbox/counts?by=key`);
      const copies = new Map();
      await forEach(addresses, async (to) => {
        const query = new URLSearchParams({ to, limit: String(MOST_OF_ONE) });
        const found = await call(`${url}/sandbox/summaries?${query}`);
        if (found.total > MOST_OF_ONE) throw new Error(`${to} got ${found.total} messages, more than can be listed`);
        for (const { key } of found.messages) copies.set(key, (copies.get(key) ?? 0) + 1);
      });
      return { total, copies };
    },
    messages: async (key) => (await call(`${url}/sandbox/messages?key=${key}&limit=20`)).messages,
  };
};
