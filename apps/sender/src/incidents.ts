import { closeIncident, noticeIncident, openIncident, type Sql } from '@crier/db';
import { incidentWords, type NoticeName } from '@crier/domain';
import type { GateChange } from '@crier/queue';
import type { Logger } from '@crier/runtime';
import type { Refused } from './attempt-entry.js';

const CREDENTIALS = 'provider_credentials_refused';
const BREAKER = 'breaker_open';
const ACTOR = 'sender';

/** How often a process says again of the same thing that it goes on: far more often than it is forgotten (`NOTICE_SECONDS`). */
const NOTICE_EVERY_MS = 300_000;

type Detail = Record<string, string | number>;

/**
 * Tells the people on call what the providers' gates saw, through the record: one incident for the whole fleet, opened and
 * closed by the process that changed the gate. This is the quick path: what is not written here (Postgres is away, an answer
 * is lost, this process dies) the scheduler reads from the gates. A failure to write is logged, and does not hold up a delivery.
 */
export const createIncidents = (sql: Sql, log: Logger, monotonicMs: () => number) => {
  /** What each provider last refused us with: a pause follows a refusal, and is told with it. */
  const refusals = new Map<string, Detail>();
  const write = (what: string, run: () => Promise<boolean>): void => {
    run().catch((error: Error) => log.error({ err: error.message }, `${what} could not be recorded`));
  };
  const open = (rule: string, subject: string, detail: Detail) =>
    write(rule, () => openIncident(sql, { rule, subject, detail, actor: ACTOR }));
  const close = (rule: string, subject: string) =>
    write(rule, () => closeIncident(sql, { rule, subject, actor: ACTOR }));
  /** What this process has written down, and when. */
  const noticed = new Map<string, number>();
  return {
    /** A message on its way has shown it. The scheduler closes it when nobody has seen it for an hour. */
    notice: (rule: NoticeName, subject: string, detail: Detail): void => {
      const key = `${rule} ${subject}`;
      const nowMs = monotonicMs();
      if (nowMs - (noticed.get(key) ?? Number.NEGATIVE_INFINITY) < NOTICE_EVERY_MS) return;
      noticed.set(key, nowMs);
      log.warn({ rule, about: subject, ...detail }, incidentWords(rule).title(subject));
      write(rule, () => noticeIncident(sql, { rule, subject, detail, actor: ACTOR }));
    },
    /** Opens nothing by itself: a late refusal, after the provider has taken a message again, is no news. */
    refused: (provider: string, { code, status }: Refused): void => {
      const answer = [status, code].filter((part) => part !== undefined).join(' ');
      const message = `${provider} refuses our credentials (${answer}): paused; messages go to the next provider, or wait`;
      log.error({ provider, code, status }, message);
      refusals.set(provider, { code, ...(status === undefined ? {} : { status }) });
    },
    changed: (provider: string, change: GateChange): void => {
      log.warn({ provider, change }, `provider ${change}`);
      if (change === 'opened') open(BREAKER, provider, {});
      if (change === 'closed') close(BREAKER, provider);
      if (change === 'paused') open(CREDENTIALS, provider, refusals.get(provider) ?? {});
      if (change === 'resumed') close(CREDENTIALS, provider);
    },
  };
};
