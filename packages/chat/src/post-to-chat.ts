import { parseRetryAfterMs } from '@crier/domain';
import type { ChatMessage } from './chat-message.js';
import { cutText } from './cut.js';
import { type ChatKind, formatMessage } from './format-message.js';
import { whyNot } from './why-not.js';

export interface Chat {
  readonly kind: ChatKind;
  /** The incoming webhook: a secret, never logged. */
  readonly url: string;
}

/**
 * `taken`: a 2xx. `later`: throttled, a server error, or no answer; at least `waitMs` should pass (0 = the chat did not say).
 * `refused`: the webhook or the message is wrong, and stays so until somebody changes something.
 */
export type ChatAnswer =
  | { readonly kind: 'taken' }
  | { readonly kind: 'later'; readonly waitMs: number; readonly why: string }
  | { readonly kind: 'refused'; readonly why: string };

export interface PostOptions {
  readonly timeoutMs: number;
  readonly nowMs: () => number;
  readonly fetch?: typeof fetch;
}

const SHOWN_ANSWER = 200;

/** Posts one message to an incoming webhook. Never throws: what came of it is the answer. */
export const postToChat = async (chat: Chat, message: ChatMessage, options: PostOptions): Promise<ChatAnswer> => {
  try {
    const answer = await (options.fetch ?? fetch)(chat.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=UTF-8' },
      body: JSON.stringify(formatMessage(chat.kind, message)),
      redirect: 'manual',
      signal: AbortSignal.timeout(options.timeoutMs),
    });
    // Read to its end whatever it is, so that the connection can be used again.
    const said = cutText((await answer.text()).trim(), SHOWN_ANSWER);
    if (answer.ok) return { kind: 'taken' };
    const why = `${answer.status} ${said}`.trim();
    const passing = answer.status === 429 || answer.status === 408 || answer.status >= 500;
    return passing
      ? { kind: 'later', why, waitMs: parseRetryAfterMs(answer.headers.get('retry-after'), options.nowMs()) }
      : { kind: 'refused', why };
  } catch (error) {
    return { kind: 'later', why: whyNot(error), waitMs: 0 };
  }
};
