import type { AddressInfo, Server } from 'node:net';
import { ConfigError } from '@crier/runtime';

export interface Place {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** What sets the port, for the error's words. */
  readonly variable: string;
}

/** Binds a server that is not HTTP/1.1 and gives its port. A taken port is a ConfigError that names the variable. */
export const bind = async (server: Server, { host, port, variable }: Place): Promise<number> => {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new ConfigError(
              `${variable}: port ${host}:${port} is taken; stop what uses it or set ${variable} to another`,
            )
          : error,
      ),
    );
    server.listen(port, host, () => resolve());
  });
  return (server.address() as AddressInfo).port;
};
