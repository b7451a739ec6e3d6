import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OutgoingEmail, ProviderAnswer } from '@crier/domain';
import { createSes, type SesSettings } from './ses.js';

export interface SesRequest {
  readonly headers: IncomingHttpHeaders;
  readonly fields: URLSearchParams;
}

type Reply = (response: ServerResponse, request: SesRequest) => void;

export interface SesEndpoint {
  readonly url: string;
  /** Every request whose body has arrived whole, in order. */
  readonly requests: SesRequest[];
  /** How it answers from now on. It accepts until told otherwise. */
  reply: Reply;
  close(): Promise<void>;
}

export const xml =
  (status: number, body: string, headers: Record<string, string> = {}): Reply =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'text/xml', ...headers }).end(body);

export const accepted = (messageId: string): Reply =>
  xml(
    200,
    `<SendRawEmailResponse xmlns="http://ses.amazonaws.com/doc/2010-12-01/"><SendRawEmailResult><MessageId>${messageId}</MessageId></SendRawEmailResult><ResponseMetadata><RequestId>r-1</RequestId></ResponseMetadata></SendRawEmailResponse>`,
  );

/** The error document of the Query protocol. */
export const failed = (status: number, code: string, message = '', headers: Record<string, string> = {}): Reply =>
  xml(
    status,
    `<ErrorResponse xmlns="http://ses.amazonaws.com/doc/2010-12-01/"><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error><RequestId>r-1</RequestId></ErrorResponse>`,
    headers,
  );

/** The other side of the SDK: an HTTP server that answers SES's Query protocol as it is told. */
export const startSesEndpoint = async (): Promise<SesEndpoint> => {
  const requests: SesRequest[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const request = { headers: incoming.headers, fields: new URLSearchParams(Buffer.concat(chunks).toString()) };
      requests.push(request);
      endpoint.reply(response, request);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const endpoint: SesEndpoint = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    reply: accepted('0100-accepted'),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return endpoint;
};

export const message = (change: Partial<OutgoingEmail> = {}): OutgoingEmail => ({
  key: '0192f0a1b2c38abc8def0123456789ab',
  to: { address: 'maria@example.com', name: 'Maria' },
  subject: 'Order PO-4482 approved',
  html: '<p>Approved</p>',
  text: 'Approved',
  ...change,
});

/** One send through the real SDK; the client is closed again. */
export const sendThrough = async (
  endpoint: string,
  options: { message?: OutgoingEmail; signal?: AbortSignal; settings?: Partial<SesSettings> } = {},
): Promise<ProviderAnswer> => {
  const ses = createSes({
    from: 'no-reply@example.com',
    region: 'eu-west-1',
    endpoint,
    timeoutMs: 5_000,
    sockets: 5,
    nowMs: () => 1_796_000_000_000,
    ...options.settings,
  });
  try {
    return await ses.send(options.message ?? message(), options.signal ?? AbortSignal.timeout(5_000));
  } finally {
    ses.close();
  }
};
