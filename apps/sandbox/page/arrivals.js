const QUIET_MS = 3000;

/** Says to a screen reader how many messages arrived; a stream of messages must not become a stream of words. */
export const createArrivals = (announce) => {
  let lastSaid = 0;
  return (count) => {
    if (count === 0 || Date.now() - lastSaid < QUIET_MS) return;
    lastSaid = Date.now();
    announce(count === 1 ? '1 new message' : `${count} new messages`);
  };
};
