import { INBOX_CHANNEL, newestChanges, type Sql } from '@crier/db';
import type { Logger } from '@crier/runtime';
import type { Viewer } from '../api/require-token.js';
import { ProblemError } from '../http/problem-error.js';
import { createInboxStream, type InboxStream, type Sink } from './inbox-stream.js';

export interface LiveInboxes {
  /** Streams a person's changes after `from` into the sink; returns what forgets it. 503 once it is closed. */
  open(viewer: Viewer, from: number, sink: Sink): () => void;
  /** Streams that are open. */
  size(): number;
  /** Ends every stream; clients come back elsewhere. */
  close(): Promise<void>;
}

const HEARTBEAT_MS = 15_000;

/** Brings streams up to what their inboxes have got to, and ends those of people who are no more. */
const lookAfter = async (sql: Sql, streams: readonly InboxStream[]): Promise<void> => {
  if (streams.length === 0) return;
  const newest = await newestChanges(sql, [...new Set(streams.map((stream) => stream.person))]);
  for (const stream of streams) {
    const change = newest.get(stream.person);
    if (change === undefined) stream.end();
    else stream.catchUp(change);
  }
};

/**
 * All open streams of this process over one LISTEN. A NOTIFY wakes the streams of its person; a new LISTEN (PostgreSQL was
 * away, notices were lost) wakes all. With each heartbeat one query asks how far everybody's inbox has got: what a notice
 * did not bring comes then, and who was erased, or whose token has expired, is cut off.
 */
export const startLiveInboxes = async (options: {
  sql: Sql;
  /** A client that reaches PostgreSQL past any transaction-mode pooler, for LISTEN. */
  directSql: Sql;
  log: Logger;
  heartbeatMs?: number;
}): Promise<LiveInboxes> => {
  const { sql, log } = options;
  const streams = new Map<number, Set<InboxStream>>();
  const all = (): InboxStream[] => [...streams.values()].flatMap((set) => [...set]);
  let closed = false;

  const onError = (error: unknown): void => log.warn({ err: error }, 'a stream could not read on; it tries again');
  const listening = await options.directSql.listen(
    INBOX_CHANNEL,
    (person) => {
      for (const stream of streams.get(Number(person)) ?? []) stream.wake();
    },
    () => {
      for (const stream of all()) stream.wake();
    },
  );
  const beat = setInterval(() => {
    for (const stream of all()) {
      if (stream.isStillValid()) stream.heartbeat();
      else stream.end();
    }
    lookAfter(sql, all()).catch(onError);
  }, options.heartbeatMs ?? HEARTBEAT_MS);

  return {
    open: (viewer, from, sink) => {
      if (closed) throw new ProblemError('unavailable', 'This inbox is closing; connect again.');
      const stream = createInboxStream({ sql, viewer, from, sink, onError });
      const own = streams.get(viewer.person) ?? new Set();
      streams.set(viewer.person, own.add(stream));
      stream.wake();
      return () => {
        own.delete(stream);
        if (own.size === 0 && streams.get(viewer.person) === own) streams.delete(viewer.person);
      };
    },
    size: () => all().length,
    close: async () => {
      closed = true;
      clearInterval(beat);
      for (const stream of all()) stream.end();
      await listening.unlisten().catch(() => {});
    },
  };
};
