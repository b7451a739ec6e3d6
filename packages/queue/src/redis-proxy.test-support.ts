import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export interface RedisProxy {
  /** The Redis behind it, by another port. */
  readonly url: string;
  /** Closes every connection and refuses new ones, as a Redis that went down. */
  cut(): void;
  /** Comes back on the same port. */
  restore(): Promise<void>;
  /** Connections stay and nothing passes, as when a route is lost. Resolves when something has been held back. */
  freeze(): Promise<void>;
}

/** A road to Redis that a test can close, whoever runs the Redis. */
export const startRedisProxy = async (url: string): Promise<RedisProxy> => {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let frozen = false;
  let held: () => void = () => {};
  let port = 0;
  let server: Server | undefined;

  const join = (from: Socket, to: Socket): void => {
    sockets.add(from);
    from.on('error', () => {});
    from.on('data', (data) => {
      if (frozen) held();
      else to.write(data);
    });
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  const restore = async (): Promise<void> => {
    frozen = false;
    server = createServer((near) => {
      const far = connect(Number(target.port), target.hostname);
      join(near, far);
      join(far, near);
    });
    await once(server.listen(port, '127.0.0.1'), 'listening');
    port = (server.address() as AddressInfo).port;
  };

  await restore();
  const own = new URL(url);
  own.port = String(port);
  return {
    url: own.href,
    cut: () => {
      server?.close();
      for (const socket of sockets) socket.destroy();
    },
    restore,
    freeze: () => {
      frozen = true;
      return new Promise((resolve) => {
        held = resolve;
      });
    },
  };
};
