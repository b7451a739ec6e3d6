// Node imports this before an app that has a process of its own. A started app drains when its launcher is gone; until it
// has started nobody listens for that, and an app whose launcher was killed in this time would stay for ever.
if (!process.connected) process.exit(1);
process.once('disconnect', () => {
  if (process.listenerCount('disconnect') === 0) process.exit(1);
});
