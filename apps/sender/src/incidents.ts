import { closeIncident, openIncident, type Sql } from '@crier/db';
import type { GateChange } from '@crier/queue';
import type { Logger } from '@crier/runtime';
import type { Refused } from './attempt-entry.js';

const CREDENTIALS = 'provider_credentials_refused';
const BREAKER = 'breaker_open';
const ACTOR = 'sender';

/**
 * Tells the people on call what the providers' gates saw, through the record: one incident for the whole fleet, opened and
 * closed by whoever sees it. A failure to write is logged, and does not hold up a delivery.
 */
export const createIncidents = (sql: Sql, log: Logger) => {
  const write = (what: string, run: () => Promise<boolean>): void => {
    run().catch((error: Error) => log.error({ err: error.message }, `${what} could not be recorded`));
  };
  const open = (rule: string, subject: string, detail: Record<string, string | number>) =>
    write(rule, () => openIncident(sql, { rule, subject, detail, actor: ACTOR }));
  const close = (rule: string, subject: string) =>
    write(rule, () => closeIncident(sql, { rule, subject, actor: ACTOR }));
  return {
    /** Also when the provider is paused already: whoever paused it may have died before it could say so. */
    refused: (provider: string, { code, status }: Refused): void => {
      log.error({ provider, code, status }, 'the provider refuses our credentials or configuration; deliveries wait');
      open(CREDENTIALS, provider, { code, ...(status === undefined ? {} : { status }) });
    },
    changed: (provider: string, change: GateChange): void => {
      log.warn({ provider, change }, `provider ${change}`);
      if (change === 'opened') open(BREAKER, provider, {});
      if (change === 'closed') close(BREAKER, provider);
      if (change === 'resumed') close(CREDENTIALS, provider);
    },
  };
};
