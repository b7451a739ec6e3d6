import type { ProviderAnswer } from '@crier/domain';
import type { ChannelProvider, Outgoing } from './chain.js';
import type { Pass } from './pass.js';
import type { SenderDeps } from './sender-deps.js';
import { withLease } from './with-lease.js';
import { within } from './within.js';

/** One call to a provider, under the renewed lease and under its timeout. */
export const callProvider = async (
  deps: SenderDeps,
  pass: Pass,
  provider: ChannelProvider,
  message: Outgoing,
): Promise<ProviderAnswer> => {
  const { channel, lane } = pass.delivery;
  const began = deps.clock.monotonicMs();
  const options = { kind: 'client', parent: pass.traceparent, attributes: { 'crier.channel': channel } } as const;
  const answer = await deps.tracer.span(`${provider.name} send`, options, async (span) => {
    const said = await withLease(deps, pass, () =>
      within(provider.timeoutMs, (signal) => provider.send(message, signal)),
    );
    span.set({ 'crier.answer': said.kind, ...(said.kind === 'accepted' ? {} : { 'crier.code': said.code }) });
    return said;
  });
  const labels = { channel, lane, provider: provider.name, result: answer.kind };
  deps.metrics.observe('crier_provider_request_seconds', labels, (deps.clock.monotonicMs() - began) / 1000);
  return answer;
};
