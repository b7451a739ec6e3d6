import type { AttemptEntry } from '@crier/db';
import { type EmailProvider, type ProviderAnswer, retryDelayMs } from '@crier/domain';
import type { Outcome } from '@crier/queue';
import { bury } from './bury.js';
import { LOOK_AGAIN, moveThen } from './move.js';
import type { Pass } from './pass.js';
import type { SenderDeps } from './sender-deps.js';

type NotAccepted = Exclude<ProviderAnswer, { kind: 'accepted' }>;
type Refused = Extract<ProviderAnswer, { kind: 'refused' }>;

/** How long a message waits when our own configuration is at fault; it uses no attempt, so a revoked key fills no dead letters. */
const CONFIGURATION_WAIT_MS = 30_000;

const entryOf = (provider: EmailProvider, answer: NotAccepted, result: string): AttemptEntry => ({
  provider: provider.name,
  status: answer.status ?? null,
  code: answer.code,
  message: answer.message,
  result,
});

const guardOf = (pass: Pass) => ({ kind: 'lease', token: pass.token }) as const;

const labelsOf = (pass: Pass, provider: EmailProvider, answer: NotAccepted) => ({
  channel: pass.delivery.channel,
  provider: provider.name,
  type: pass.event.type,
  error_code: answer.code,
});

const retryLater = async (deps: SenderDeps, pass: Pass, provider: EmailProvider, answer: Refused): Promise<Outcome> => {
  const made = pass.delivery.attempts + 1;
  const guard = guardOf(pass);
  const entry = entryOf(provider, answer, answer.withoutId ? 'accepted_without_id' : 'transient');
  if (made >= deps.retry.attempts) return bury(deps, pass, answer.deadReason, guard, entry);
  const dueInMs = retryDelayMs(deps.retry, made - 1, answer.retryAfterMs, deps.clock.random);
  const { id } = pass.delivery;
  const moved = await deps.record.move({ id, guard, to: 'retrying', reason: null, dueInMs, entry });
  if (!moved) return LOOK_AGAIN;
  deps.metrics.count('crier_retries_total', labelsOf(pass, provider, answer));
  return { kind: 'retry', delayMs: dueInMs, code: answer.code };
};

/** Our own fault: the message waits, and uses no attempt. */
const waitForRepair = (deps: SenderDeps, pass: Pass, provider: EmailProvider, answer: Refused): Promise<Outcome> => {
  deps.log.error(
    { provider: provider.name, code: answer.code },
    'the provider refuses our configuration; deliveries wait',
  );
  const dueInMs = CONFIGURATION_WAIT_MS;
  const entry = entryOf(provider, answer, 'configuration');
  const { id } = pass.delivery;
  const transition = { id, guard: guardOf(pass), to: 'retrying', reason: null, dueInMs, entry, refund: true } as const;
  return moveThen(deps, transition, { kind: 'wait', ms: dueInMs });
};

/** Records what a provider's refusal or silence means for the delivery. */
export const refuse = (
  deps: SenderDeps,
  pass: Pass,
  provider: EmailProvider,
  answer: NotAccepted,
): Promise<Outcome> => {
  const { id } = pass.delivery;
  const guard = guardOf(pass);
  deps.metrics.count('crier_provider_errors_total', labelsOf(pass, provider, answer));
  if (answer.kind === 'ambiguous') {
    const dueInMs = deps.reconcileWindowMs;
    const entry = entryOf(provider, answer, 'unknown');
    const transition = { id, guard, to: 'unknown', reason: null, dueInMs, entry } as const;
    return moveThen(deps, transition, { kind: 'wait', ms: dueInMs });
  }
  if (answer.deadReason === 'throttled')
    deps.metrics.count('crier_provider_throttles_total', labelsOf(pass, provider, answer));
  if (answer.failure === 'permanent')
    return bury(deps, pass, answer.deadReason, guard, entryOf(provider, answer, 'permanent'));
  return answer.failure === 'transient'
    ? retryLater(deps, pass, provider, answer)
    : waitForRepair(deps, pass, provider, answer);
};
