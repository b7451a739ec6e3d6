import { type BeginSending, type BegunSending, isConnectionError } from '@crier/db';
import type { EmailProvider, ProviderAnswer } from '@crier/domain';
import { keyOf } from '@crier/domain';
import type { Outcome } from '@crier/queue';
import type { RenderedEmail } from '@crier/templates';
import { acceptAnswer } from '../accept.js';
import type { Pass, Step } from '../pass.js';
import { refuse } from '../refuse.js';
import type { SenderDeps } from '../sender-deps.js';
import { withLease } from '../with-lease.js';
import { within } from '../within.js';

/** At the moment of writing the request this much of the lease must be left (architecture, "Send"). */
const FENCE_MS = 1_000;
const AGAIN_MS = 200;

const call = async (
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

const giveBack = async (deps: SenderDeps, pass: Pass): Promise<void> => {
  await deps.claims.release(pass.delivery.id, pass.token).catch(() => {});
};

/** Somebody else has it, or it is over: look again when that can have changed. */
const lost = async (deps: SenderDeps, pass: Pass, leaseLeftMs: number): Promise<Outcome> => {
  await giveBack(deps, pass);
  return { kind: 'wait', ms: Math.max(1, leaseLeftMs + 10) };
};

/**
 * Moves to `sending`. When the connection is lost the commit may have happened all the same: asked again with the same
 * token, the row says so. Given up, it would stand as `sending` although nothing was written.
 */
const begin = async (
  deps: SenderDeps,
  item: BeginSending,
  inTime: () => boolean,
): Promise<BegunSending | undefined> => {
  while (true) {
    try {
      return await deps.record.beginSending(item);
    } catch (error) {
      if (!isConnectionError(error) || !inTime()) throw error;
      await new Promise((resolve) => void setTimeout(resolve, AGAIN_MS));
    }
  }
};

/**
 * Step 7, the provider: `sending` in Postgres (the arbiter), the fence, the call, the record. After `sending` nothing waits:
 * it means that the request may have been written.
 */
export const send: Step = async (deps, pass) => {
  const { delivery, message, type } = pass;
  const [provider] = deps.providers;
  if (provider === undefined || message === undefined || type === undefined)
    throw new Error('a step before this one is missing');
  const leaseBegan = deps.clock.monotonicMs();
  const left = () => deps.leaseMs - (deps.clock.monotonicMs() - leaseBegan);
  const item = { id: delivery.id, token: pass.token, templateVersion: type.templateVersion, logSeq: delivery.logSeq };
  const begun = await begin(deps, item, () => left() > FENCE_MS);
  if (!begun?.won) return lost(deps, pass, begun?.state === 'sending' ? begun.leaseLeftMs : 0);
  if (left() < FENCE_MS) {
    const guard = { kind: 'lease', token: pass.token } as const;
    const entry = null;
    await deps.record.move({ id: delivery.id, guard, to: 'queued', reason: null, dueInMs: 0, entry, refund: true });
    return lost(deps, pass, 0);
  }
  const answer = await call(deps, pass, provider, message);
  if (answer.kind === 'accepted') return acceptAnswer(deps, pass, { ...answer, provider: provider.name });
  const outcome = await refuse(deps, pass, provider, answer);
  await giveBack(deps, pass);
  return outcome;
};
