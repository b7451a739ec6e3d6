import { type ClientRequest, type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { createHttpAgents } from './http-agents.js';
import { neverSent } from './never-sent.js';

type Agents = ReturnType<typeof createHttpAgents>;

/** What came back. `body` is undefined if its end never came; status and headers came whole all the same. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string | undefined;
}

export interface HttpPost {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** Ends the whole call, connecting included. */
  readonly signal: AbortSignal;
  /** Another way from the host's name to its addresses. */
  readonly lookup?: RequestOptions['lookup'];
}

/** No vendor says more; whoever does is not read to the end. */
const MOST_BYTES = 65_536;

const bodyOf = async (incoming: IncomingMessage): Promise<string | undefined> => {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of incoming) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MOST_BYTES) return undefined;
    }
    return Buffer.concat(chunks).toString();
  } catch {
    return undefined;
  }
};

const headersOf = ({ headers }: IncomingMessage): HttpAnswer['headers'] =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]));

const answerOf = async (incoming: IncomingMessage): Promise<HttpAnswer> => ({
  status: incoming.statusCode ?? 0,
  headers: headersOf(incoming),
  body: await bodyOf(incoming),
});

const requestOf = (url: URL, agents: Agents, { headers, body, signal, lookup }: HttpPost): ClientRequest => {
  const secure = url.protocol === 'https:';
  return (secure ? requestHttps : requestHttp)(url, {
    method: 'POST',
    agent: secure ? agents.httpsAgent : agents.httpAgent,
    headers: { 'content-length': String(Buffer.byteLength(body)), ...headers },
    signal,
    ...(lookup ? { lookup } : {}),
  });
};

/** Calls `begun` once the connection stands: until then nothing of the request has been written. */
const onConnected = (request: ClientRequest, begun: () => void): void => {
  request.once('socket', (socket) => {
    if (!socket.connecting) begun();
    else socket.once(request.protocol === 'https:' ? 'secureConnect' : 'connect', begun);
  });
};

/**
 * One POST over the vendor's own connections, as HTTP has it: no second try, no redirect followed, no proxy of the
 * environment. Rejects when no status came, with an error that `networkAnswer` reads: one before the first byte is a proof.
 */
export const httpPost = async (url: URL, agents: Agents, post: HttpPost): Promise<HttpAnswer> => {
  const { body, signal } = post;
  if (signal.aborted) throw neverSent(signal.reason);
  let request: ClientRequest;
  try {
    request = requestOf(url, agents, post);
  } catch (error) {
    throw neverSent(error);
  }
  let begun = false;
  onConnected(request, () => {
    begun = true;
  });
  return new Promise((resolve, reject) => {
    request.on('error', (error) => {
      // Node wraps the reason of an abort; the reason itself says whether time was up.
      const cause = signal.aborted ? signal.reason : error;
      reject(begun ? cause : neverSent(cause));
    });
    // From here on the status stands, whatever becomes of the body: a later error rejects nothing.
    request.once('response', (incoming) => resolve(answerOf(incoming)));
    request.end(body);
  });
};

/** What a body says as JSON; undefined for a cut one and for one that is no JSON. */
export const jsonOf = ({ body }: HttpAnswer): unknown => {
  try {
    return JSON.parse(body ?? '');
  } catch {
    return undefined;
  }
};
