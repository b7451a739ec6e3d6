import type { ChatAnswer } from '../post-to-chat.js';
import { type IncidentNews, incidentMessage } from './incident-message.js';
import { CHAT_REFUSES, type OpsWays, tellOps } from './tell-ops.js';

/** An incident that was taken to be told. */
export interface TakenIncident extends IncidentNews {
  readonly n: string;
}

/** The record of what has been told, shared by all who tell. */
export interface IncidentsToTell {
  /** The one whose turn it is, for so long; undefined: none, or the chat has to be left alone. */
  take(leaseMs: number): Promise<TakenIncident | undefined>;
  markTold(told: TakenIncident): Promise<void>;
  /** It, and the others with it, again when `waitMs` are over. */
  tellLater(n: string, waitMs: number): Promise<void>;
}

export interface TellerDeps extends OpsWays {
  readonly incidents: IncidentsToTell;
  readonly boardUrl: string;
}

/** Longer than a post and an email may take: who holds it then is dead. */
const LEASE_MS = 30_000;
const AGAIN_MS = 10_000;
/** A webhook that was taken away does not come back by itself. */
const AGAIN_REFUSED_MS = 60_000;

/** The news is the recovery once the beginning has been told. */
const tell = (deps: TellerDeps, incident: TakenIncident): Promise<ChatAnswer> => {
  const { n, openedAt, closedAt, openingTold } = incident;
  return tellOps(deps, {
    message: incidentMessage(incident, deps.boardUrl),
    id: `incident ${n} ${closedAt === null ? 'began' : 'ended'}`,
    sinceMs: Date.parse((openingTold ? closedAt : null) ?? openedAt),
  });
};

const putOff = async (
  { incidents, log }: TellerDeps,
  { n, rule, subject }: TakenIncident,
  answer: Exclude<ChatAnswer, { kind: 'taken' }>,
): Promise<void> => {
  const refused = answer.kind === 'refused';
  const waitMs = refused ? AGAIN_REFUSED_MS : Math.max(AGAIN_MS, answer.waitMs);
  await incidents.tellLater(n, waitMs);
  const words = refused ? CHAT_REFUSES : 'the people on call could not be told; they will be';
  log[refused ? 'error' : 'warn']({ rule, about: subject, answer: answer.why, waitMs }, words);
};

/**
 * Tells the people on call of every untold incident, one after the other, until there is none or nobody listens. Told is what
 * the chat answered with a 2xx, or a provider took as email: late rather than never. A post on its way is awaited
 * also when the process stops: nobody would know whether the chat took it.
 */
export const tellIncidents = async (deps: TellerDeps, isStopping: () => boolean): Promise<void> => {
  while (!isStopping()) {
    const incident = await deps.incidents.take(LEASE_MS);
    if (incident === undefined) return;
    const answer = await tell(deps, incident);
    if (answer.kind !== 'taken') return putOff(deps, incident, answer);
    await deps.incidents.markTold(incident);
  }
};
