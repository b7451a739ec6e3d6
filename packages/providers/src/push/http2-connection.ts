import { type ClientHttp2Session, connect } from 'node:http2';
import { connectTimeoutMs } from '../http-agents.js';
import { neverSent } from '../never-sent.js';

/** A session, and the last stream that the other side has said it took. */
export interface Http2Connection {
  readonly session: ClientHttp2Session;
  lastTaken: number;
}

/** Apple asks for a PING now and then, no more often than once a minute, to see that the connection is still there. */
const PING_MS = 60_000;
const LAST_OF_ALL = 2 ** 31 - 1;

const tooSlow = (): Error =>
  Object.assign(new Error('the connection did not come about in time'), { code: 'ETIMEDOUT' });
const ended = (): Error => Object.assign(new Error('the connection ended'), { code: 'ECONNRESET' });

/** Ends a session whose other side has not answered a ping before the next one is due. */
const keepAlive = (session: ClientHttp2Session): void => {
  let answered = true;
  const timer = setInterval(() => {
    if (!answered) return session.destroy();
    answered = false;
    session.ping((error) => {
      answered = error === null;
    });
  }, PING_MS).unref();
  session.once('close', () => clearInterval(timer));
};

/** A connection that stands, with DNS, TCP and TLS bounded; rejects with the proof that nothing was sent (R-4.9a). */
const open = (origin: string, timeoutMs: number): Promise<Http2Connection> =>
  new Promise((resolve, reject) => {
    const session = connect(origin);
    const connection = { session, lastTaken: LAST_OF_ALL };
    const timer = setTimeout(() => session.destroy(tooSlow()), connectTimeoutMs(timeoutMs));
    session.on('error', (error) => reject(neverSent(error)));
    session.once('close', () => {
      clearTimeout(timer);
      reject(neverSent(ended()));
    });
    session.on('goaway', (_code, lastStreamId) => {
      connection.lastTaken = Math.min(connection.lastTaken, lastStreamId);
    });
    session.once('connect', () => {
      clearTimeout(timer);
      keepAlive(session);
      resolve(connection);
    });
  });

export interface Http2Connections {
  /** The connection for the next call: the one that stands, or a new one that all who ask now wait for. */
  get(): Promise<Http2Connection>;
  /** It may be dead without our knowing: no further call uses it, those in flight may end on it. */
  drop(connection: Http2Connection): void;
  close(): void;
}

/** One connection at a time to an origin. HTTP/2 has room for all calls on one; a new one comes after a loss or a GOAWAY. */
export const createHttp2Connections = (origin: string, timeoutMs: number): Http2Connections => {
  let standing: Http2Connection | undefined;
  let opening: Promise<Http2Connection> | undefined;
  let closed = false;
  const drop = (connection: Http2Connection): void => {
    if (standing === connection) standing = undefined;
    if (!connection.session.closed) connection.session.close();
  };
  const openNext = async (): Promise<Http2Connection> => {
    try {
      const connection = await open(origin, timeoutMs);
      if (closed) connection.session.destroy();
      standing = connection;
      return connection;
    } finally {
      opening = undefined;
    }
  };
  return {
    async get() {
      if (standing && !standing.session.closed && !standing.session.destroyed) return standing;
      opening ??= openNext();
      return opening;
    },
    drop,
    close() {
      closed = true;
      standing?.session.destroy();
    },
  };
};
