import type { Chat } from './post-to-chat.js';
import { whyNot } from './why-not.js';

/** `answers`: somebody is there, with this status. `silent`: nobody, or without a valid certificate. */
export type ChatReach =
  | { readonly kind: 'answers'; readonly status: number }
  | { readonly kind: 'silent'; readonly why: string };

/**
 * Whether the chat's server is there, without posting a message: a HEAD, which no chat takes for one. Whether the webhook
 * itself is valid only a message can tell. Never throws.
 */
export const reachChat = async (
  chat: Chat,
  options: { timeoutMs: number; fetch?: typeof fetch },
): Promise<ChatReach> => {
  try {
    const answer = await (options.fetch ?? fetch)(chat.url, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(options.timeoutMs),
    });
    await answer.body?.cancel();
    return { kind: 'answers', status: answer.status };
  } catch (error) {
    return { kind: 'silent', why: whyNot(error) };
  }
};
