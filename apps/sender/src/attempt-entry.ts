import type { AttemptEntry } from '@crier/db';
import type { ProviderAnswer } from '@crier/domain';
import type { Verdict } from '@crier/queue';
import type { ChannelProvider } from './chain.js';
import type { Pass } from './pass.js';

export type NotAccepted = Exclude<ProviderAnswer, { kind: 'accepted' }>;
export type Refused = Extract<ProviderAnswer, { kind: 'refused' }>;

/** A call of this pass that the provider has proved not to have taken, or to which it gave no message id. */
export interface FailedCall {
  readonly provider: ChannelProvider;
  readonly answer: Refused;
}

/** What the attempt log says of a call. */
const resultOf = (answer: NotAccepted): string => {
  if (answer.kind === 'ambiguous') return 'unknown';
  return answer.withoutId ? 'accepted_without_id' : answer.failure;
};

export const entryOf = (provider: ChannelProvider, answer: NotAccepted): AttemptEntry => ({
  provider: provider.name,
  status: answer.status ?? null,
  code: answer.code,
  message: answer.message,
  result: resultOf(answer),
});

/** A code that the vendor's table does not know is counted as such: it ought to be in there. */
export const labelsOf = (pass: Pass, provider: ChannelProvider, answer: NotAccepted) => ({
  channel: pass.delivery.channel,
  provider: provider.name,
  type: pass.event.type,
  error_code: answer.kind === 'refused' && answer.unmapped ? 'unmapped' : answer.code,
});

/**
 * What a call says about the provider's health: timeouts, 5xx and connection errors, and nothing else, speak against
 * it. A permanent refusal means the message, whatever its number: SMTP's 550 is no server error, and its 421 is one.
 */
export const verdictOf = (answer: ProviderAnswer): Verdict => {
  if (answer.kind === 'accepted') return 'ok';
  // Said by a host that only somebody's registration names: it stands for nobody else.
  if (answer.neutral) return 'neutral';
  if (answer.kind === 'ambiguous') return 'failure';
  if (answer.failure === 'configuration') return 'refused';
  if (answer.failure === 'permanent') return 'neutral';
  const isDown = answer.status === undefined || answer.status >= 500 || answer.deadReason === 'provider_5xx';
  return isDown ? 'failure' : 'neutral';
};
