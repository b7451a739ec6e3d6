import type { ChatMessage } from '../chat-message.js';
import { emailMessage } from '../formats/email.js';
import { type Chat, type ChatAnswer, postToChat } from '../post-to-chat.js';
import type { SendOpsEmail } from './ops-email.js';
import type { OpsLog } from './ops-log.js';

/** The ways to the people on call. */
export interface OpsWays {
  /** Undefined: by email; without that too, the log and the record are all there is. */
  readonly chat: Chat | undefined;
  /** To OPS_EMAIL; undefined = nobody is to be told by email. */
  readonly sendEmail: SendOpsEmail | undefined;
  readonly nowMs: () => number;
  readonly log: OpsLog;
}

export interface News {
  readonly message: ChatMessage;
  /** What is told, for the email's key: the same news has the same key, however often it is tried. */
  readonly id: string;
  /** Since when it has been there to tell, in ms since 1970. */
  readonly sinceMs: number;
}

const POST_TIMEOUT_MS = 5_000;
/** A chat that hiccups takes it a moment later; a page by email that comes with the chat's own is one too many. */
const PATIENCE_MS = 120_000;

type NotTaken = Exclude<ChatAnswer, { kind: 'taken' }>;

const byEmail = async (send: SendOpsEmail, { message, id }: News, otherwise: NotTaken): Promise<ChatAnswer> => {
  const sent = await send({ ...emailMessage(message), id });
  return sent.kind === 'sent' ? { kind: 'taken' } : { ...otherwise, why: `${otherwise.why}; email: ${sent.why}` };
};

export const CHAT_REFUSES = 'the ops chat refuses the message: check OPS_CHAT_WEBHOOK_URL and OPS_CHAT_KIND';

/** By email what the chat did not take; log and email say why, or nobody would learn that the chat is down. */
const insteadOfChat = async ({ send, log }: { send: SendOpsEmail; log: OpsLog }, news: News, answer: NotTaken) => {
  const refused = answer.kind === 'refused';
  const because = `the chat ${refused ? 'refuses it' : 'does not take it'}: ${answer.why}`;
  const facts = [...news.message.facts, { name: 'By email because', value: because }];
  const told = await byEmail(send, { ...news, message: { ...news.message, facts } }, answer);
  if (told.kind === 'taken')
    log.error(
      { about: news.id, answer: answer.why },
      refused ? CHAT_REFUSES : 'the ops chat does not take the message',
    );
  return told;
};

/**
 * Tells the people on call: in the chat, or by email when there is none, when it refuses, or when it has not taken the news
 * for two minutes. What was sent by email counts as told: the chat does not hear it again.
 */
export const tellOps = async ({ chat, sendEmail, nowMs, log }: OpsWays, news: News): Promise<ChatAnswer> => {
  if (chat === undefined)
    return sendEmail === undefined
      ? { kind: 'taken' }
      : byEmail(sendEmail, news, { kind: 'later', waitMs: 0, why: 'no chat' });
  const answer = await postToChat(chat, news.message, { timeoutMs: POST_TIMEOUT_MS, nowMs });
  if (answer.kind === 'taken' || sendEmail === undefined) return answer;
  if (answer.kind === 'later' && nowMs() - news.sinceMs < PATIENCE_MS) return answer;
  return insteadOfChat({ send: sendEmail, log }, news, answer);
};
