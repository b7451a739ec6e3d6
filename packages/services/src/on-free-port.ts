import { freePort, portIsFree } from './free-port.js';
import { DidNotStart } from './guarded-server.js';

const ATTEMPTS = 3;

/**
 * Calls `start` with `preferred` if that port is free, else with a free one. A port can be taken between the look and the
 * server's bind (outgoing connections draw from the same range), so a server that fails for that reason is tried again.
 */
export async function onFreePort<T>(preferred: number | undefined, start: (port: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const wanted = attempt === 1 && preferred !== undefined && (await portIsFree(preferred));
    try {
      return await start(wanted ? preferred : await freePort());
    } catch (error) {
      if (attempt === ATTEMPTS || !(error instanceof DidNotStart && error.portTaken)) throw error;
    }
  }
}
