import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach } from 'vitest';

export interface Call {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** By a monotonic clock, in ms. */
  readonly atMs: number;
}

/** A receiver of callbacks: remembers every call since the test began, and answers with the status that the test wants. */
export const useReceiver = () => {
  const calls: Call[] = [];
  const arrivals = new EventEmitter();
  let statusFor = (_call: Call): number => 204;
  let server: Server;

  beforeAll(async () => {
    server = createServer(async (req, res) => {
      const { url: path = '', headers } = req;
      const call = { path: `${req.method} ${path}`, headers, body: await text(req), atMs: performance.now() };
      calls.push(call);
      res.writeHead(statusFor(call)).end();
      arrivals.emit('call');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  beforeEach(() => {
    calls.length = 0;
    statusFor = () => 204;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await once(server.close(), 'close');
  });

  return {
    url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer(status: (call: Call) => number) {
      statusFor = status;
    },
    calls: (): readonly Call[] => calls,
    /** The first `count` calls, as soon as there are so many. */
    async received(count: number): Promise<Call[]> {
      while (calls.length < count) await once(arrivals, 'call');
      return calls.slice(0, count);
    },
    /** The first call, as soon as there is one. */
    async call(): Promise<Call> {
      while (!calls[0]) await once(arrivals, 'call');
      return calls[0];
    },
  };
};
