import type { AttemptEntry } from '@crier/db';
import { type EmailProvider, type ProviderAnswer, retryDelayMs } from '@crier/domain';
import type { Outcome } from '@crier/queue';
import { bury } from './bury.js';
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

const retryLater = async (deps: SenderDeps, pass: Pass, provider: EmailProvider, answer: Refused): Promise<Outcome> => {
  const made = pass.delivery.attempts + 1;
  const result = answer.withoutId ? 'accepted_without_id' : 'transient';
  if (made >= deps.retry.attempts)
    return bury(deps, pass, answer.deadReason, guardOf(pass), entryOf(provider, answer, result));
  const delayMs = retryDelayMs(deps.retry, made - 1, answer.retryAfterMs, deps.clock.random);
  const entry = entryOf(provider, answer, result);
  const moved = await deps.record.move({
    id: pass.delivery.id,
    guard: guardOf(pass),
    to: 'retrying',
    reason: null,
    dueInMs: delayMs,
    entry,
  });
  if (!moved) return { kind: 'wait', ms: 1 };
  const labels = {
    channel: pass.delivery.channel,
    provider: provider.name,
    type: pass.event.type,
    error_code: answer.code,
  };
  deps.metrics.count('crier_retries_total', labels);
  return { kind: 'retry', delayMs, code: answer.code };
};

/** Records what a provider's refusal or silence means for the delivery. */
export const refuse = async (
  deps: SenderDeps,
  pass: Pass,
  provider: EmailProvider,
  answer: NotAccepted,
): Promise<Outcome> => {
  const { id, channel } = pass.delivery;
  const guard = guardOf(pass);
  const labels = { channel, provider: provider.name, type: pass.event.type, error_code: answer.code };
  deps.metrics.count('crier_provider_errors_total', labels);
  if (answer.kind === 'ambiguous') {
    const dueInMs = deps.reconcileWindowMs;
    await deps.record.move({
      id,
      guard,
      to: 'unknown',
      reason: null,
      dueInMs,
      entry: entryOf(provider, answer, 'unknown'),
    });
    return { kind: 'wait', ms: dueInMs };
  }
  if (answer.deadReason === 'throttled') deps.metrics.count('crier_provider_throttles_total', labels);
  if (answer.failure === 'permanent')
    return bury(deps, pass, answer.deadReason, guard, entryOf(provider, answer, 'permanent'));
  if (answer.failure === 'transient') return retryLater(deps, pass, provider, answer);
  deps.log.error(
    { provider: provider.name, code: answer.code },
    'the provider refuses our configuration; deliveries wait',
  );
  const entry = entryOf(provider, answer, 'configuration');
  await deps.record.move({
    id,
    guard,
    to: 'retrying',
    reason: null,
    dueInMs: CONFIGURATION_WAIT_MS,
    entry,
    refund: true,
  });
  return { kind: 'wait', ms: CONFIGURATION_WAIT_MS };
};
