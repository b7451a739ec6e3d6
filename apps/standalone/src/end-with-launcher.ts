// Node imports this before an app that has a process of its own. A started app drains when its launcher is gone; until it
// has started nobody listens for that, and an app whose launcher was killed in this time would stay for ever. The app's own
// threads import it too, and have no launcher.
import { isMainThread } from 'node:worker_threads';

if (isMainThread && !process.connected) process.exit(1);
if (isMainThread)
  process.once('disconnect', () => {
    if (process.listenerCount('disconnect') === 0) process.exit(1);
  });
