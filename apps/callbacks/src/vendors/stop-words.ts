import type { Channel } from '@crier/domain';

/** What somebody has told us by an answer to a message. */
export interface Wish {
  readonly channel: Channel;
  /** Canonical. */
  readonly address: string;
  readonly provider: string;
  readonly wants: 'nothing' | 'messages';
  /** ISO 8601, UTC. */
  readonly at: string;
}

/**
 * The words that US carriers prescribe (CTIA Messaging Principles, 5.1.3), and the others which Twilio acts upon by itself
 * (https://help.twilio.com/articles/223134027).
 */
const STOP = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT']);
const START = new Set(['START', 'YES', 'UNSTOP']);

/** Those that mean nothing else where the choice was worded by us: "Cancel" or "Yes" on a button answers what its message asks. */
const BUTTON_STOP = new Set(['STOP', 'UNSUBSCRIBE', 'OPTOUT']);
const BUTTON_START = new Set(['START']);

const sayOf =
  (stop: ReadonlySet<string>, start: ReadonlySet<string>) =>
  (text: string): Wish['wants'] | undefined => {
    const word = text.trim().toUpperCase();
    if (stop.has(word)) return 'nothing';
    return start.has(word) ? 'messages' : undefined;
  };

/** Whether what somebody wrote is one of those words and nothing else. */
export const saysStop = sayOf(STOP, START);

/** Whether a button that somebody pressed says so, in its words or its payload. */
export const buttonSaysStop = sayOf(BUTTON_STOP, BUTTON_START);
