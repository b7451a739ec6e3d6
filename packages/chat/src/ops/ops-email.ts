import { createHash } from 'node:crypto';
import type { EmailProvider } from '@crier/domain';
import type { EmailPayload } from '../formats/email.js';
import type { OpsLog } from './ops-log.js';

export interface OpsEmail extends EmailPayload {
  /** What it tells. */
  readonly id: string;
}

export type OpsEmailAnswer = { readonly kind: 'sent' } | { readonly kind: 'failed'; readonly why: string };

/** Sends one email to OPS_EMAIL. Never throws. */
export type SendOpsEmail = (email: OpsEmail) => Promise<OpsEmailAnswer>;

/** The whole chain must be through before whoever tells next believes that this process is dead. */
const CALL_TIMEOUT_MS = 5_000;

/** As long as a delivery's key, and never one: those are ids of rows. */
const keyOf = (id: string): string => createHash('sha256').update(`ops ${id}`).digest('hex').slice(0, 32);

/**
 * The way to OPS_EMAIL, past outbox, queues and gates: it must work when they don't. The providers are tried in their order;
 * one that does not answer may have taken it, and the next is tried all the same: an alert that comes twice is better than
 * one that does not come.
 */
export const createOpsEmail =
  (providers: readonly EmailProvider[], to: string, log: OpsLog): SendOpsEmail =>
  async ({ id, ...email }) => {
    const failures: string[] = [];
    for (const provider of providers) {
      const outgoing = { ...email, key: keyOf(id), to: { address: to, name: null } };
      const answer = await provider
        .send(outgoing, AbortSignal.timeout(Math.min(CALL_TIMEOUT_MS, provider.timeoutMs)))
        .catch((error: Error) => ({ kind: 'threw' as const, code: error.name }));
      if (answer.kind === 'accepted') {
        log.warn({ provider: provider.name, about: id }, 'the people on call were told by email');
        return { kind: 'sent' };
      }
      failures.push(`${provider.name} ${answer.code}`);
    }
    return { kind: 'failed', why: failures.join(', ') };
  };
