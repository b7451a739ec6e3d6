import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLambdaHandler, createLocalRenderer } from '@crier/documents';
import type { DocumentRequest } from '@crier/domain';

export interface Lambda {
  readonly url: string;
  /** From now on: whether the call that comes next fails. */
  failWhen(fails: (call: number) => boolean): void;
  close(): Promise<void>;
}

const readBody = async (message: IncomingMessage): Promise<string> => {
  let body = '';
  for await (const part of message) body += String(part);
  return body;
};

/** AWS Lambda with the rendering function in it, as far as its SDK can see; it can be made to fail. */
export const startLambda = async (): Promise<Lambda> => {
  const renderer = createLocalRenderer({ size: 2, timeoutMs: 30_000 });
  const handler = createLambdaHandler(renderer);
  let fails: (call: number) => boolean = () => false;
  let call = 0;
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    if (fails(call++)) {
      response.writeHead(200, { 'x-amz-function-error': 'Unhandled' }).end('{"errorMessage":"out of memory"}');
      return;
    }
    response.writeHead(200).end(JSON.stringify(await handler(JSON.parse(body) as DocumentRequest)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failWhen: (when) => {
      fails = when;
      call = 0;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await renderer.close();
    },
  };
};
