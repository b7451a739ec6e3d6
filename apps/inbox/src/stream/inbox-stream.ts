import { changesSince, countUnread, type Sql } from '@crier/db';
import type { Viewer } from '../api/require-token.js';
import { HEARTBEAT, serverSent } from './server-sent.js';

/** Where a stream goes: an answer that is being written. */
export interface Sink {
  write(text: string): unknown;
  end(): unknown;
  destroy(): unknown;
  /** Bytes that the client has not taken yet. */
  readonly writableLength: number;
  readonly writableEnded: boolean;
  readonly writableFinished: boolean;
  readonly destroyed: boolean;
}

export interface InboxStream extends Viewer {
  /** Sends what has changed. Calls while it does are one more look when it is done. */
  wake(): void;
  heartbeat(): void;
  /** Wakes it if the inbox has got further than the client. */
  catchUp(newest: number): void;
  /** Ends the sink, and cuts it off if the client does not take the rest. Nothing is sent after it. */
  end(): void;
}

const PAGE = 100;
/** What is kept for a client that does not read; it comes back and resumes. */
const MAX_UNREAD_BYTES = 1024 * 1024;
/** How long a client may take for the rest of a stream that has ended. */
const LAST_READ_MS = 2_000;

/** Looks when it is woken, and once more if it was woken meanwhile. Whoever wakes it after a failure finds the rest. */
const oneAtATime = (look: () => Promise<void>, onError: (error: unknown) => void): (() => void) => {
  let awake = false;
  let again = false;
  const run = async (): Promise<void> => {
    awake = true;
    try {
      do {
        again = false;
        await look();
      } while (again);
    } catch (error) {
      onError(error);
    } finally {
      awake = false;
    }
  };
  return () => {
    if (awake) again = true;
    else void run();
  };
};

/**
 * Sends one person's changes after `from` for as long as the sink is open: each as `item`, then the count of unread cards.
 * Nothing is left out: a person's numbers are committed in order. The first look sends a count in any case.
 */
export const createInboxStream = (options: {
  sql: Sql;
  viewer: Viewer;
  from: number;
  sink: Sink;
  onError: (error: unknown) => void;
}): InboxStream => {
  const { sql, viewer, sink } = options;
  let last = options.from;
  let counted = false;

  /** Whoever does not read keeps an ended sink open; to write to that is an error, which nobody would catch. */
  const isOver = (): boolean => sink.writableEnded || sink.destroyed;
  const write = (text: string): void => {
    if (isOver()) return;
    sink.write(text);
    if (sink.writableLength > MAX_UNREAD_BYTES) sink.destroy();
  };
  const look = async (): Promise<void> => {
    for (let more = true; more && !isOver(); ) {
      const items = await changesSince(sql, viewer.person, last, PAGE);
      for (const item of items) write(serverSent({ name: 'item', id: item.change, data: item }));
      last = items.at(-1)?.change ?? last;
      counted &&= items.length === 0;
      more = items.length === PAGE;
    }
    if (counted || isOver()) return;
    write(serverSent({ name: 'count', id: last, data: { count: await countUnread(sql, viewer.person) } }));
    counted = true;
  };
  const wake = oneAtATime(look, options.onError);
  return {
    ...viewer,
    wake,
    heartbeat: () => write(HEARTBEAT),
    catchUp: (newest) => {
      if (newest > last || !counted) wake();
    },
    end: () => {
      if (isOver()) return;
      sink.end();
      setTimeout(() => sink.writableFinished || sink.destroy(), LAST_READ_MS);
    },
  };
};
