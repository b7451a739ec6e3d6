import { type ClientHttp2Stream, constants, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http2';
import type { HttpAnswer } from '../http-post.js';
import { neverSent } from '../never-sent.js';
import type { Http2Connection } from './http2-connection.js';

export interface Http2Post {
  readonly headers: OutgoingHttpHeaders;
  readonly body: string;
  readonly signal: AbortSignal;
}

const { NGHTTP2_REFUSED_STREAM } = constants;

/**
 * Whether the other side can't have acted on a stream (RFC 9113, 6.8 and 8.7): it never opened, it was refused, or a GOAWAY
 * named an earlier one as the last that was taken.
 */
const untouched = ({ id, rstCode }: ClientHttp2Stream, { lastTaken }: Http2Connection): boolean =>
  id === undefined || rstCode === NGHTTP2_REFUSED_STREAM || id > lastTaken;

const headersOf = (headers: IncomingHttpHeaders): HttpAnswer['headers'] =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]));

/** What comes back on a stream, once it has closed. */
const answerOn = (stream: ClientHttp2Stream, connection: Http2Connection, signal: AbortSignal): Promise<HttpAnswer> =>
  new Promise((resolve, reject) => {
    let head: IncomingHttpHeaders | undefined;
    let text = '';
    let whole = false;
    let failure: Error = Object.assign(new Error('the stream closed without an answer'), { code: 'ECONNRESET' });
    stream.setEncoding('utf8');
    stream.once('response', (headers) => {
      head = headers;
    });
    stream.on('data', (chunk: string) => {
      text += chunk;
    });
    stream.once('end', () => {
      whole = stream.rstCode === constants.NGHTTP2_NO_ERROR;
    });
    stream.on('error', (error) => {
      failure = error;
    });
    stream.once('close', () => {
      const status = Number(head?.[':status']);
      if (head && status) resolve({ status, headers: headersOf(head), body: whole ? text : undefined });
      else if (untouched(stream, connection)) reject(neverSent(failure));
      else reject(signal.aborted ? signal.reason : failure);
    });
  });

/** One POST on a connection. Rejects when no status came; with a proof where there is one that nothing was taken (R-4.9a). */
export const http2Post = async (
  connection: Http2Connection,
  { headers, body, signal }: Http2Post,
): Promise<HttpAnswer> => {
  let stream: ClientHttp2Stream;
  try {
    stream = connection.session.request({ ':method': 'POST', ...headers }, { signal });
  } catch (error) {
    throw neverSent(error);
  }
  const answer = answerOn(stream, connection, signal);
  stream.end(body);
  return answer;
};
