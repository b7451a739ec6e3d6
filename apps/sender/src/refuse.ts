import { retryDelayMs } from '@crier/domain';
import type { Outcome } from '@crier/queue';
import { entryOf, type FailedCall, labelsOf, type NotAccepted } from './attempt-entry.js';
import { bury } from './bury.js';
import { LOOK_AGAIN, move, moveThen } from './move.js';
import type { Pass } from './pass.js';
import { proofWindowMs } from './proof-window.js';
import type { SenderDeps } from './sender-deps.js';

const guardOf = (pass: Pass) => ({ kind: 'lease', token: pass.token }) as const;

/** Counts a call that was not accepted. */
export const countFailure = (
  deps: SenderDeps,
  pass: Pass,
  provider: FailedCall['provider'],
  answer: NotAccepted,
): void => {
  deps.metrics.count('crier_provider_errors_total', labelsOf(pass, provider, answer));
  if (answer.kind === 'refused' && answer.deadReason === 'throttled')
    deps.metrics.count('crier_provider_throttles_total', labelsOf(pass, provider, answer));
};

/** Nobody knows whether the provider took it: the window for proof begins, and no other provider is tried in it. */
export const becomeUnknown = (
  deps: SenderDeps,
  pass: Pass,
  provider: FailedCall['provider'],
  answer: NotAccepted,
): Promise<Outcome> => {
  const { id } = pass.delivery;
  const dueInMs = proofWindowMs(deps, provider.name);
  const entry = entryOf(provider, answer);
  const transition = { id, guard: guardOf(pass), to: 'unknown', reason: null, dueInMs, entry } as const;
  return moveThen(deps, transition, { kind: 'wait', ms: dueInMs });
};

/**
 * The message itself is refused for good: it dies here, and no other provider is asked. What the provider says of the
 * address goes to the suppression list first: once the delivery is over, nobody would come back for it.
 */
export const endForGood = async (deps: SenderDeps, pass: Pass, { provider, answer }: FailedCall): Promise<Outcome> => {
  const { id, channel, address } = pass.delivery;
  if (answer.suppress !== undefined && address !== null)
    await deps
      .suppressAddress({
        channel,
        address,
        reason: answer.suppress === 'bad_address' ? 'hard_bounce' : answer.suppress,
        provider: provider.name,
        code: answer.code,
        deliveryId: id,
        evidenceAt: answer.evidenceAt ?? new Date(deps.clock.nowMs()).toISOString(),
      })
      .catch((error: Error) =>
        deps.log.error({ deliveryId: id, err: error.message }, 'the address was not suppressed'),
      );
  return bury(deps, pass, answer.deadReason, guardOf(pass), entryOf(provider, answer));
};

/** Our own configuration is at fault, with every provider that was asked: the message waits, and uses no attempt. */
const waitForRepair = (deps: SenderDeps, pass: Pass, { provider, answer }: FailedCall): Promise<Outcome> => {
  const dueInMs = deps.probeMs + Math.floor(deps.clock.random() * deps.probeMs);
  const { id } = pass.delivery;
  const entry = entryOf(provider, answer);
  const transition = { id, guard: guardOf(pass), to: 'retrying', reason: null, dueInMs, entry, refund: true } as const;
  return moveThen(deps, transition, { kind: 'wait', ms: dueInMs });
};

const retryLater = async (deps: SenderDeps, pass: Pass, calls: readonly FailedCall[]): Promise<Outcome> => {
  const { provider, answer } = calls.at(-1) as FailedCall;
  const made = pass.delivery.attempts + 1;
  const entry = entryOf(provider, answer);
  const passing = calls.findLast((call) => call.answer.failure === 'transient')?.answer ?? answer;
  const resend = answer.withoutId === true;
  if (made >= deps.retry.attempts) return bury(deps, pass, passing.deadReason, guardOf(pass), entry, { resend });
  // Whoever of the chain asked for the longest rest is spared as long.
  const floorMs = Math.max(...calls.map((call) => call.answer.retryAfterMs));
  const dueInMs = retryDelayMs(deps.retry, made - 1, floorMs, deps.clock.random);
  const { id } = pass.delivery;
  const moved = await move(deps, { id, guard: guardOf(pass), to: 'retrying', reason: null, dueInMs, entry, resend });
  if (!moved) return LOOK_AGAIN;
  deps.metrics.count('crier_retries_total', labelsOf(pass, provider, answer));
  return { kind: 'retry', delayMs: dueInMs, code: answer.code };
};

/**
 * The chain is not through: a provider of it has no slot just now. The pass proved nothing that counts, and the message waits
 * for its turn, and as long as the ones that were asked have asked for.
 */
export const waitForTurn = (
  deps: SenderDeps,
  pass: Pass,
  calls: readonly FailedCall[],
  ms: number,
): Promise<Outcome> => {
  const { provider, answer } = calls.at(-1) as FailedCall;
  const floorMs = Math.max(ms, ...calls.map((call) => call.answer.retryAfterMs));
  const dueInMs = floorMs + Math.floor(deps.clock.random() * Math.max(floorMs, 100));
  const { id } = pass.delivery;
  const entry = entryOf(provider, answer);
  const resend = answer.withoutId === true;
  const back = { to: 'retrying', reason: null, dueInMs, entry, resend, refund: true } as const;
  return moveThen(deps, { id, guard: guardOf(pass), ...back }, { kind: 'wait', ms: dueInMs });
};

/** The chain is through, and nobody has taken it. One attempt is one pass through the chain. */
export const endOfChain = (deps: SenderDeps, pass: Pass, calls: readonly FailedCall[]): Promise<Outcome> =>
  calls.every((call) => call.answer.failure === 'configuration')
    ? waitForRepair(deps, pass, calls.at(-1) as FailedCall)
    : retryLater(deps, pass, calls);
