import { closeIncident, openIncident, type Sql } from '@crier/db';
import type { GateChange } from '@crier/queue';
import type { Logger } from '@crier/runtime';
import type { Refused } from './attempt-entry.js';
import type { SmsLength } from './sms-length.js';

const CREDENTIALS = 'provider_credentials_refused';
const BREAKER = 'breaker_open';
const TOO_LONG = 'sms_too_long';
const ACTOR = 'sender';

type Detail = Record<string, string | number>;

/**
 * Tells the people on call what the providers' gates saw, through the record: one incident for the whole fleet, opened and
 * closed by the process that changed the gate. This is the quick path: what is not written here (Postgres is away, an answer
 * is lost, this process dies) the scheduler reads from the gates. A failure to write is logged, and does not hold up a delivery.
 */
export const createIncidents = (sql: Sql, log: Logger) => {
  /** What each provider last refused us with: a pause follows a refusal, and is told with it. */
  const refusals = new Map<string, Detail>();
  const write = (what: string, run: () => Promise<boolean>): void => {
    run().catch((error: Error) => log.error({ err: error.message }, `${what} could not be recorded`));
  };
  const open = (rule: string, subject: string, detail: Detail) =>
    write(rule, () => openIncident(sql, { rule, subject, detail, actor: ACTOR }));
  const close = (rule: string, subject: string) =>
    write(rule, () => closeIncident(sql, { rule, subject, actor: ACTOR }));
  /** Texts that this process has seen too long. */
  const tooLong = new Set<string>();
  return {
    /** Once for each type and language, and over when one of them fits again. */
    sms: ({ type, locale, segments, isOver }: SmsLength): void => {
      const subject = `${type} ${locale}`;
      if (isOver === tooLong.has(subject)) return;
      if (isOver) {
        tooLong.add(subject);
        log.warn({ type, locale, segments }, 'an SMS is longer than its manifest allows');
        open(TOO_LONG, subject, { segments });
      } else {
        tooLong.delete(subject);
        close(TOO_LONG, subject);
      }
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
