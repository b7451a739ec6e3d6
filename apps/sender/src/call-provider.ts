import { type EmailProvider, keyOf, type ProviderAnswer } from '@crier/domain';
import type { RenderedEmail } from '@crier/templates';
import type { Pass } from './pass.js';
import type { SenderDeps } from './sender-deps.js';
import { withLease } from './with-lease.js';
import { within } from './within.js';

/** One call to a provider, under the renewed lease and under its timeout. */
export const callProvider = async (
  deps: SenderDeps,
  pass: Pass,
  provider: EmailProvider,
  message: RenderedEmail,
): Promise<ProviderAnswer> => {
  const { delivery } = pass;
  const began = deps.clock.monotonicMs();
  const to = { address: delivery.address ?? '', name: delivery.name };
  const email = { key: keyOf(delivery.id), to, subject: message.subject, html: message.html, text: message.text };
  const answer = await withLease(deps, pass, () =>
    within(provider.timeoutMs, (signal) => provider.send(email, signal)),
  );
  const labels = { channel: delivery.channel, lane: delivery.lane, provider: provider.name, result: answer.kind };
  deps.metrics.observe('crier_provider_request_seconds', labels, (deps.clock.monotonicMs() - began) / 1000);
  return answer;
};
