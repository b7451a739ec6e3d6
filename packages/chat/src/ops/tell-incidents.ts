import type { ChatAnswer } from '@crier/chat';
import { markTold, type Sql, tellLater, type UntoldIncident, untoldIncident } from '@crier/db';
import type { Logger } from '@crier/runtime';
import { type OpsWays, tellOps } from '../ops/tell-ops.js';
import { incidentMessage } from './incident-message.js';

export interface TellerDeps extends OpsWays {
  readonly sql: Sql;
  readonly boardUrl: string;
  readonly log: Logger;
}

/** Longer than a post and an email may take: who holds it then is dead. */
const LEASE_MS = 30_000;
const AGAIN_MS = 10_000;
/** A webhook that was taken away does not come back by itself. */
const AGAIN_REFUSED_MS = 60_000;

/** The news is the recovery once the beginning has been told. */
const tell = (deps: TellerDeps, incident: UntoldIncident): Promise<ChatAnswer> => {
  const { n, openedAt, closedAt, openingTold } = incident;
  return tellOps(deps, {
    message: incidentMessage(incident, deps.boardUrl),
    id: `incident ${n} ${closedAt === null ? 'began' : 'ended'}`,
    sinceMs: Date.parse((openingTold ? closedAt : null) ?? openedAt),
  });
};

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
    : 'the people on call could not be told; they will be';
  log[refused ? 'error' : 'warn']({ rule, about: subject, answer: answer.why, waitMs }, words);
};

/**
 * Tells the people on call of every untold incident, one after the other, until there is none or nobody listens. Told is what
 * the chat answered with a 2xx, or a provider took as email: late rather than never. A post on its way is awaited
 * also when the process stops: nobody would know whether the chat took it.
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
