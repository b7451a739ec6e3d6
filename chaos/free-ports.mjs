import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that outgoing connections draw from: one of those could sit on the port of an app that is down. */
const FIRST = 18_000;
const LAST = 28_000;

const isFree = async (port) => {
  const probe = createServer();
  try {
    probe.listen(port, '127.0.0.1');
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
};

/** Gives a free port of 127.0.0.1 at each call, never the same twice; two runs on one machine begin at different ones. */
export const createPorts = () => {
  let port = FIRST + ((process.pid * 37) % (LAST - FIRST));
  return async () => {
    for (let tries = 0; tries < LAST - FIRST; tries++) {
      port = port >= LAST ? FIRST : port + 1;
      if (await isFree(port)) return port;
    }
    throw new Error(`no free port between ${FIRST} and ${LAST}`);
  };
};
