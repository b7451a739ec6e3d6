import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface VendorRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Reply = (response: ServerResponse, request: VendorRequest) => void;

export interface VendorEndpoint {
  readonly url: string;
  /** Every request whose body has arrived whole, in order. */
  readonly requests: VendorRequest[];
  /** How it answers from now on. */
  reply: Reply;
  close(): Promise<void>;
}

export const respond =
  (status: number, body: string, headers: Record<string, string> = {}): Reply =>
  (response) =>
    void response.writeHead(status, headers).end(body);

/** The other side of an SDK: an HTTP server that answers as it is told. */
export const startVendorEndpoint = async (reply: Reply): Promise<VendorEndpoint> => {
  const requests: VendorRequest[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const request = { path: incoming.url ?? '', headers: incoming.headers, body: Buffer.concat(chunks).toString() };
      requests.push(request);
      endpoint.reply(response, request);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const endpoint: VendorEndpoint = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    reply,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return endpoint;
};
