import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type ServerHttp2Session } from 'node:http2';
import { bind, type Place } from '../../bind.js';
import type { Vendor } from '../../vendor.js';
import { type EndpointDeps, vendorEndpoints } from '../../vendor-endpoint.js';

export interface ApnsServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Serves a vendor over HTTP/2 without TLS (with prior knowledge, RFC 9113 3.3). `close` cuts what is open. */
export const startApnsServer = async (
  deps: EndpointDeps,
  vendor: Vendor,
  place: Place,
  report: (error: unknown) => void,
): Promise<ApnsServer> => {
  const sessions = new Set<ServerHttp2Session>();
  const answer = vendorEndpoints(deps, [vendor], (_req, res) => void res.writeHead(404).end(), report);
  // Node's compatibility API: the same requests and responses, as far as they are used here.
  const server = createServer((req, res) =>
    answer(req as unknown as IncomingMessage, res as unknown as ServerResponse),
  );
  server.on('session', (session) => {
    sessions.add(session);
    session.on('error', () => {});
    session.once('close', () => sessions.delete(session));
  });
  const port = await bind(server, place);
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const session of sessions) session.destroy();
      }),
  };
};
