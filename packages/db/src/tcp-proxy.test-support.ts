import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  /** The database behind it, by another port. */
  readonly url: string;
  /** Breaks every connection with a reset, as a server does that dies with unread data. */
  reset(): void;
  close(): void;
}

/** A road to Postgres that a test can break. */
export const startTcpProxy = async (url: string): Promise<TcpProxy> => {
  const target = new URL(url);
  const near = new Set<Socket>();
  const server = createServer((socket) => {
    const far = connect(Number(target.port), target.hostname);
    near.add(socket);
    for (const [from, to] of [
      [socket, far],
      [far, socket],
    ] as const) {
      from.on('error', () => {});
      from.on('data', (data) => to.write(data));
      from.on('close', () => to.destroy());
    }
    socket.on('close', () => near.delete(socket));
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
    close: () => {
      server.close();
      reset();
    },
  };
};
