import { type Chat, type ChatMessage, digestMessage, plainText, postToChat } from '@crier/chat';
import {
  claimDigest,
  type DigestWindow,
  lastDigest,
  markDigestPosted,
  postDigestLater,
  readDigest,
  type Sql,
} from '@crier/db';
import { latestDigest } from '@crier/domain';
import { ConfigError } from '@crier/runtime';
import type { CliDeps, ExitStatus } from '../cli-deps.js';
import { databaseTarget, opsTarget } from '../targets.js';
import { withDatabase } from '../with-database.js';

const DAY_MS = 86_400_000;
const POST_TIMEOUT_MS = 10_000;
const LEASE_MS = 60_000;

const say = (deps: CliDeps, json: boolean | undefined, words: string, fact: object): void =>
  deps.out(json ? JSON.stringify(fact) : words);

/** Since the last one that was posted: what the next digest would tell if it were now. */
const soFar = async (sql: Sql, nowMs: number): Promise<DigestWindow> => {
  const last = await lastDigest(sql);
  return { from: new Date(last?.toMs ?? nowMs - DAY_MS).toISOString(), to: new Date(nowMs).toISOString() };
};

/** Posts the day's digest, for an outside cron: one a day, whoever asks. */
const post = async (
  deps: CliDeps,
  sql: Sql,
  chat: Chat,
  json: boolean | undefined,
  messageOf: (window: DigestWindow) => Promise<ChatMessage>,
): Promise<ExitStatus> => {
  const due = latestDigest(deps.environment().digest, deps.nowMs());
  const window = await claimDigest(sql, due.day, { nowMs: deps.nowMs(), leaseMs: LEASE_MS, byHand: true });
  if (window === undefined) {
    say(deps, json, `The digest of ${due.day} has been posted already, or is being posted.`, {
      day: due.day,
      posted: false,
    });
    return 0;
  }
  const answer = await postToChat(chat, await messageOf(window), { timeoutMs: POST_TIMEOUT_MS, nowMs: deps.nowMs });
  if (answer.kind !== 'taken') {
    await postDigestLater(sql, due.day, 0);
    throw new ConfigError(`the chat did not take the digest of ${due.day} (${answer.why}); try again`);
  }
  await markDigestPosted(sql, due.day);
  say(deps, json, `The digest of ${due.day} is posted.`, { day: due.day, posted: true });
  return 0;
};

/** `crier digest`: what died since the last digest and what is open. With `--post`, to the chat, once a day. */
export const digestCommand = (deps: CliDeps, options: { post?: boolean; json?: boolean }): Promise<ExitStatus> =>
  withDatabase<ExitStatus>(databaseTarget(deps), async ({ sql }) => {
    const { chat, boardUrl, secrets } = opsTarget(deps);
    const redriveTimes = deps.environment().repairs.redrive.times;
    const messageOf = async (window: DigestWindow) =>
      digestMessage(await readDigest(sql, window, redriveTimes), { boardUrl, secrets, nowMs: deps.nowMs() });
    if (options.post) {
      if (chat === undefined) throw new ConfigError('OPS_CHAT_WEBHOOK_URL is not set: there is no chat to post to');
      return post(deps, sql, chat, options.json, messageOf);
    }
    const window = await soFar(sql, deps.nowMs());
    if (options.json) deps.out(JSON.stringify(await readDigest(sql, window, redriveTimes)));
    else deps.out(plainText(await messageOf(window)));
    return 0;
  });
