import { INBOX_CHANNEL, newestChanges, type Sql } from '@crier/db';
import type { Logger } from '@crier/runtime';
import type { Viewer } from '../api/require-token.js';
import { ProblemError } from '../http/problem-error.js';
import { createInboxStream, type InboxStream, type Sink } from './inbox-stream.js';

export interface LiveInboxes {
  /** Streams a person's changes after `from` into the sink; returns what forgets it. 503 once it is closed, 429 over twenty a person. */
  open(viewer: Viewer, from: number, sink: Sink): () => void;
  /** Streams that are open. */
  size(): number;
  /** Ends every stream; clients come back elsewhere. */
  close(): Promise<void>;
}

const HEARTBEAT_MS = 15_000;
/** More than anybody has windows open: a page that connects in a circle must not cost the others their streams. */
const MAX_STREAMS_PER_PERSON = 20;

/** Brings streams up to what their inboxes have got to; `end` is told those of people who are no more. */
const lookAfter = async (
  sql: Sql,
  streams: readonly InboxStream[],
  end: (stream: InboxStream) => void,
): Promise<void> => {
  if (streams.length === 0) return;
  const newest = await newestChanges(sql, [...new Set(streams.map((stream) => stream.person))]);
  for (const stream of streams) {
    const change = newest.get(stream.person);
    if (change === undefined) end(stream);
    else stream.catchUp(change);
  }
};

/** Open streams by person. */
const createStreams = () => {
  const streams = new Map<number, Set<InboxStream>>();
  const of = (person: number): ReadonlySet<InboxStream> => streams.get(person) ?? new Set();
  return {
    of,
    all: (): InboxStream[] => [...streams.values()].flatMap((set) => [...set]),
    add: (stream: InboxStream): void => void streams.set(stream.person, new Set([...of(stream.person), stream])),
    forget: (stream: InboxStream): void => {
      const own = streams.get(stream.person);
      own?.delete(stream);
      if (own?.size === 0) streams.delete(stream.person);
    },
  };
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
  const { of, all, add, forget } = createStreams();
  let closed = false;
  const end = (stream: InboxStream): void => {
    forget(stream);
    stream.end();
  };

  const onError = (error: unknown): void => log.warn({ err: error }, 'a stream could not read on; it tries again');
  const listening = await options.directSql.listen(
    INBOX_CHANNEL,
    (person) => {
      for (const stream of of(Number(person))) stream.wake();
    },
    () => {
      for (const stream of all()) stream.wake();
    },
  );
  const beat = setInterval(() => {
    for (const stream of all()) {
      if (stream.isStillValid()) stream.heartbeat();
      else end(stream);
    }
    lookAfter(sql, all(), end).catch(onError);
  }, options.heartbeatMs ?? HEARTBEAT_MS);

  return {
    open: (viewer, from, sink) => {
      if (closed) throw new ProblemError('unavailable', 'This inbox is closing; connect again.');
      if (of(viewer.person).size >= MAX_STREAMS_PER_PERSON)
        throw new ProblemError(
          'too_many_streams',
          'This inbox is open in twenty places; close one, then connect again.',
        );
      const stream = createInboxStream({ sql, viewer, from, sink, onError });
      add(stream);
      stream.wake();
      return () => forget(stream);
    },
    size: () => all().length,
    close: async () => {
      closed = true;
      clearInterval(beat);
      for (const stream of all()) end(stream);
      await listening.unlisten().catch(() => {});
    },
  };
};
