import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Which way the road carries nothing: towards the server, back from it, both, or neither. */
export type Silence = 'requests' | 'answers' | 'both' | 'none';

export interface TcpProxy {
  /** The database behind it, by another port. */
  readonly url: string;
  /** Breaks every connection with a reset, as a server does that dies with unread data. */
  reset(): void;
  /**
   * Swallows what comes from now on, on old connections and new, and closes nothing: a route that drops packets. What was
   * swallowed stays lost, and so does a connection that lost something.
   */
  silence(what: Silence): void;
  close(): void;
}

/** A road to Postgres that a test can break. */
export const startTcpProxy = async (url: string): Promise<TcpProxy> => {
  const target = new URL(url);
  const near = new Set<Socket>();
  const far = new Set<Socket>();
  let silent: Silence = 'none';
  const server = createServer((socket) => {
    const farSocket = connect(Number(target.port), target.hostname);
    near.add(socket);
    far.add(farSocket);
    let holed = false;
    for (const [from, to, what] of [
      [socket, farSocket, 'requests'],
      [farSocket, socket, 'answers'],
    ] as const) {
      from.on('error', () => {});
      from.on('data', (data) => {
        holed ||= silent === what || silent === 'both';
        if (!holed) to.write(data);
      });
      // The other end of a holed road never hears that this one has hung up.
      from.on('close', () => holed || to.destroy());
    }
    socket.on('close', () => near.delete(socket));
    farSocket.on('close', () => far.delete(farSocket));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const own = new URL(url);
  own.port = String((server.address() as AddressInfo).port);
  const reset = (): void => {
    for (const socket of near) socket.resetAndDestroy();
  };
  return {
    url: own.href,
    reset,
    silence: (what) => {
      silent = what;
    },
    close: () => {
      server.close();
      reset();
      for (const socket of far) socket.destroy();
    },
  };
};
