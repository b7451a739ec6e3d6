import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { ConfigError } from './config-error.js';

export interface Listening {
  readonly url: string;
  readonly port: number;
  /** Takes nothing new, cuts idle connections and lets requests in flight finish; after `graceMs` (10 s if left out) cuts them. */
  close(graceMs?: number): Promise<void>;
}

const GRACE_MS = 10_000;

const explain = (error: NodeJS.ErrnoException, where: { host: string; port: number; variable: string }): Error => {
  const at = `${where.host}:${where.port}`;
  if (error.code === 'EADDRINUSE')
    return new ConfigError(
      `${where.variable}: port ${at} is taken; stop what uses it or set ${where.variable} to another`,
    );
  if (error.code === 'EACCES')
    return new ConfigError(`${where.variable}: not allowed to bind ${at}; use a port above 1023`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new ConfigError(`BIND_HOST: this machine has no address ${where.host}`);
  return error;
};

/**
 * Cuts the connections that carry no request. Node does not count as idle what was opened and never used, such as a
 * browser's spare connection or a balancer's probe; that would hold a stop up for a minute.
 */
const idleCutter = (server: Server): (() => void) => {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => {
    server.closeIdleConnections();
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };
};

/** Serves HTTP. Port 0 takes any free one. A taken port is a ConfigError that names the variable. */
export const listen = async (
  handler: RequestListener,
  options: { host: string; port: number; variable: string },
): Promise<Listening> => {
  // Above the usual 60 s of load balancers, so that the client closes first and no request dies on a closing socket.
  const server = createServer({ keepAliveTimeout: 65_000, headersTimeout: 66_000 }, handler);
  const cutIdle = idleCutter(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, options)));
    server.listen(options.port, options.host, () => resolve());
  });
  const { port } = server.address() as AddressInfo;
  const host = options.host === '0.0.0.0' || options.host === '::' ? '127.0.0.1' : options.host;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    close: (graceMs = GRACE_MS) =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        cutIdle();
        // A keep-alive connection that finishes its request now would idle until its timeout.
        const sweep = setInterval(cutIdle, 50);
        // A client that never sends the rest of its request, or never reads its answer, would hold the stop up for ever.
        const late = setTimeout(() => server.closeAllConnections(), graceMs);
        server.once('close', () => {
          clearInterval(sweep);
          clearTimeout(late);
        });
      }),
  };
};
