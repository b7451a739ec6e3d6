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

/** Whether a text is one of those words and nothing else. */
export const saysStop = (text: string): Wish['wants'] | undefined => {
  const word = text.trim().toUpperCase();
  if (STOP.has(word)) return 'nothing';
  return START.has(word) ? 'messages' : undefined;
};
