import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below what Linux gives to outgoing connections (32,768 and up): one of those would take the port before its server starts. */
const LOWEST = 15_000;
const HIGHEST = 32_000;
const TRIES = 100;

/** A TCP port of 127.0.0.1 that nobody uses at this moment; another process may still take it before the caller does. */
export async function freePort(): Promise<number> {
  for (let n = 0; n < TRIES; n++) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await portIsFree(port)) return port;
  }
  throw new Error(`no port of 127.0.0.1 between ${LOWEST} and ${HIGHEST} is free`);
}

/** Whether 127.0.0.1:`port` can be listened on now: false when it is taken or not ours to take. */
export async function portIsFree(port: number): Promise<boolean> {
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
}
