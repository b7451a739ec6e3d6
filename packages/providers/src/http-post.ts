import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { createHttpAgents } from './http-agents.js';

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

/**
 * One POST over the vendor's own connections, as HTTP has it: no second try, no redirect followed, no proxy of the
 * environment. Rejects when no status came, with Node's error of it.
 */
export const httpPost = (
  url: URL,
  agents: ReturnType<typeof createHttpAgents>,
  { headers, body, signal, lookup }: HttpPost,
): Promise<HttpAnswer> =>
  new Promise((resolve, reject) => {
    const secure = url.protocol === 'https:';
    const request = (secure ? requestHttps : requestHttp)(url, {
      method: 'POST',
      agent: secure ? agents.httpsAgent : agents.httpAgent,
      headers: { 'content-length': String(Buffer.byteLength(body)), ...headers },
      signal,
      ...(lookup ? { lookup } : {}),
    });
    // Node wraps the reason of an abort; the reason itself says whether time was up.
    request.on('error', (error) => reject(signal.aborted ? signal.reason : error));
    request.once('response', async (incoming) => {
      const text = await bodyOf(incoming);
      resolve({ status: incoming.statusCode ?? 0, headers: headersOf(incoming), body: text });
    });
    request.end(body);
  });

/** What a body says as JSON; undefined for a cut one and for one that is no JSON. */
export const jsonOf = ({ body }: HttpAnswer): unknown => {
  try {
    return JSON.parse(body ?? '');
  } catch {
    return undefined;
  }
};
