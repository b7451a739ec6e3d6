import { type Chat, type ChatAnswer, postToChat } from '@crier/chat';
import { markTold, type Sql, tellLater, type UntoldIncident, untoldIncident } from '@crier/db';
import type { Logger } from '@crier/runtime';
import { incidentMessage } from './incident-message.js';

export interface TellerDeps {
  readonly sql: Sql;
  /** Undefined: the log and the record are all there is. */
  readonly chat: Chat | undefined;
  readonly boardUrl: string;
  readonly nowMs: () => number;
  readonly log: Logger;
}

const POST_TIMEOUT_MS = 5_000;
/** Longer than a post may take: who holds it then is dead. */
const LEASE_MS = 30_000;
const AGAIN_MS = 10_000;
/** A webhook that was taken away does not come back by itself. */
const AGAIN_REFUSED_MS = 60_000;

const tell = async ({ chat, boardUrl, nowMs }: TellerDeps, incident: UntoldIncident): Promise<ChatAnswer> =>
  chat === undefined
    ? { kind: 'taken' }
    : postToChat(chat, incidentMessage(incident, boardUrl), { timeoutMs: POST_TIMEOUT_MS, nowMs });

const putOff = async (
  { sql, log }: TellerDeps,
  { n, rule, subject }: UntoldIncident,
  answer: Exclude<ChatAnswer, { kind: 'taken' }>,
): Promise<void> => {
  const refused = answer.kind === 'refused';
  const waitMs = refused ? AGAIN_REFUSED_MS : Math.max(AGAIN_MS, answer.waitMs);
  await tellLater(sql, n, waitMs);
  const words = refused
    ? 'the ops chat refuses the message: check OPS_CHAT_WEBHOOK_URL and OPS_CHAT_KIND'
    : 'the ops chat could not be told; it will be';
  log[refused ? 'error' : 'warn']({ rule, about: subject, answer: answer.why, waitMs }, words);
};

/**
 * Tells the chat of every untold incident, one after the other, until there is none or the chat won't listen. Told is what
 * was answered with a 2xx: when the chat is down it hears late rather than never. A post on its way is awaited also
 * when the process stops: nobody would know whether the chat took it.
 */
export const tellIncidents = async (deps: TellerDeps, isStopping: () => boolean): Promise<void> => {
  while (!isStopping()) {
    const incident = await untoldIncident(deps.sql, LEASE_MS);
    if (incident === undefined) return;
    const answer = await tell(deps, incident);
    if (answer.kind !== 'taken') return putOff(deps, incident, answer);
    await markTold(deps.sql, incident);
  }
};
