/** The sandbox lists no more at once. */
const LIMIT = 1_000;
const PATIENCE_MS = 30_000;

const call = async (url, init) => {
  const response = await fetch(url, { headers: { 'content-type': 'application/json' }, ...init });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response.status === 204 ? undefined : response.json();
};

const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The controls of the provider sandbox. */
export const createSandbox = (url) => ({
  forget: () => call(`${url}/sandbox/messages`, { method: 'DELETE' }),
  fault: (fault) => call(`${url}/sandbox/faults`, { method: 'POST', body: JSON.stringify(fault) }),
  clearFaults: () => call(`${url}/sandbox/faults`, { method: 'DELETE' }),
  /** Waits until so many messages of the channel have arrived; the newest 1,000, or what there is after half a minute. */
  arrivals: async (channel, count) => {
    for (const began = Date.now(); Date.now() - began < PATIENCE_MS; ) {
      const { total } = await call(`${url}/sandbox/messages?channel=${channel}&limit=1`);
      if (total >= count) break;
      await rest(100);
    }
    return (await call(`${url}/sandbox/messages?channel=${channel}&limit=${LIMIT}`)).messages;
  },
  /** Waits until nothing of the channel has arrived for so long. */
  quiet: async (channel, forMs) => {
    for (let seen = -1; ; ) {
      const { total } = await call(`${url}/sandbox/messages?channel=${channel}&limit=1`);
      if (total === seen) return;
      seen = total;
      await rest(forMs);
    }
  },
});
