import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { OutgoingPush, ProviderAnswer } from '@crier/domain';
import { type ApnsSettings, createApns } from './apns.js';
import { push } from './push-message.test-support.js';

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
export const signingKey = pair.publicKey;

interface ApnsRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type ApnsReply = (stream: ServerHttp2Stream, request: ApnsRequest) => void;

export interface ApnsServer {
  readonly url: string;
  /** Every request whose body has arrived whole, in order. */
  readonly requests: ApnsRequest[];
  /** Every connection that came about, in order. */
  readonly sessions: ServerHttp2Session[];
  /** How it answers from now on. */
  reply: ApnsReply;
  close(): Promise<void>;
}

export const taken: ApnsReply = (stream, { headers }) => {
  stream.respond({ ':status': 200, 'apns-id': headers['apns-id'] });
  stream.end();
};

export const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}): ApnsReply =>
  (stream) => {
    stream.respond({ ':status': status, ...headers });
    stream.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

/** The other side: HTTP/2 without TLS, as the sandbox speaks it. */
export const startApns = async (reply: ApnsReply): Promise<ApnsServer> => {
  const h2 = createServer();
  h2.on('sessionError', () => {});
  h2.on('session', (session) => void server.sessions.push(session));
  h2.on('stream', (stream, headers) => {
    let body = '';
    stream.on('error', () => {});
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    stream.on('end', () => {
      const request = { headers, body };
      server.requests.push(request);
      server.reply(stream, request);
    });
  });
  await once(h2.listen(0, '127.0.0.1'), 'listening');
  const server: ApnsServer = {
    url: `http://127.0.0.1:${(h2.address() as AddressInfo).port}`,
    requests: [],
    sessions: [],
    reply,
    close: async () => {
      for (const session of server.sessions) session.destroy();
      await new Promise((resolve) => h2.close(resolve));
    },
  };
  return server;
};

export const settings = (baseUrl: string): ApnsSettings => ({
  keyId: 'ABC123DEFG',
  teamId: 'TEAM567890',
  privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  topic: 'com.example.erp',
  baseUrl,
  timeoutMs: 5_000,
  nowMs: () => 1_796_000_000_000,
});

/** One send by a fresh provider; its connection is closed again. */
export const sendThrough = async (
  own: ApnsSettings,
  message: OutgoingPush = push(),
  signal = AbortSignal.timeout(5_000),
): Promise<ProviderAnswer> => {
  const apns = createApns(own);
  try {
    return await apns.send(message, signal);
  } finally {
    apns.close();
  }
};
