import { entryOf, type FailedCall } from './attempt-entry.js';
import type { ChannelProvider } from './chain.js';
import { createLease, type Lease } from './lease.js';
import { move } from './move.js';
import type { Pass, PassEnd } from './pass.js';
import { persist } from './persist.js';
import type { SenderDeps } from './sender-deps.js';
import { prohibitionOf } from './steps/allowed.js';
import { isExpired } from './steps/expired.js';

/** The pass is over, with this. */
export interface Over {
  readonly end: PassEnd;
}

/** Somebody else has it, or it is over: look again when that can have changed. */
const lost = (leaseLeftMs: number): Over => ({ end: { kind: 'wait', ms: Math.max(1, leaseLeftMs + 10) } });

/** Moves to `sending`, and counts the attempt. Given up, it would stand as `sending` although nothing was written. */
const begin = async (deps: SenderDeps, pass: Pass, provider: ChannelProvider, lease: Lease): Promise<Over | 'mine'> => {
  const { delivery, type, token } = pass;
  lease.begins();
  const templateVersion = type?.templateVersion ?? '';
  const { id, logSeq } = delivery;
  const segments = pass.sms?.segments ?? null;
  const item = { id, token, templateVersion, provider: provider.name, logSeq, segments };
  const begun = await persist(() => deps.record.beginSending(item), lease.holds);
  return begun?.won ? 'mine' : lost(begun?.state === 'sending' ? begun.leaseLeftMs : 0);
};

/**
 * The call before took its time, and what was said meanwhile counts: an erased person's address lives on in this pass
 * alone. The row is ours, so it is ended under the lease.
 */
const stillAllowed = async (deps: SenderDeps, pass: Pass, lease: Lease, last: FailedCall): Promise<Over | 'go on'> => {
  // With patience: given up, what the call before has proved would be an unknown outcome.
  const now = await persist(() => deps.record.load(pass.delivery.id), lease.holds);
  if (now === undefined) return lost(0);
  const prohibition = prohibitionOf({ ...pass, delivery: now.delivery });
  if (prohibition === undefined) return 'go on';
  const { id } = pass.delivery;
  const guard = { kind: 'lease', token: pass.token } as const;
  const { reason } = prohibition;
  const call = entryOf(last.provider, last.answer);
  // One line for both: what came of the call, and why there is no other.
  const entry = { ...call, message: [call.message, prohibition.entry?.message].filter(Boolean).join(' ') };
  if (!(await move(deps, { id, guard, to: 'suppressed', reason, dueInMs: 0, entry }))) return lost(0);
  deps.metrics.count('crier_suppressed_total', { reason });
  return { end: { kind: 'done' } };
};

/** The second and later calls of a pass: the one before is in the log before this one is made. */
const goOn = async (
  deps: SenderDeps,
  pass: Pass,
  provider: ChannelProvider,
  lease: Lease,
  calls: readonly FailedCall[],
): Promise<Over | 'mine'> => {
  const last = calls.at(-1) as FailedCall;
  const allowed = await stillAllowed(deps, pass, lease, last);
  if (allowed !== 'go on') return allowed;
  lease.begins();
  const item = {
    id: pass.delivery.id,
    token: pass.token,
    logSeq: pass.delivery.logSeq + calls.length - 1,
    entry: entryOf(last.provider, last.answer),
    provider: provider.name,
    resend: last.answer.withoutId === true,
  };
  return (await persist(() => deps.record.failOver(item), lease.holds)) ? 'mine' : lost(0);
};

/** The lease came too late to write a request under it. If no other was written in this pass, it does not count. */
const stepBack = async (deps: SenderDeps, pass: Pass, refund: boolean): Promise<Over> => {
  const guard = { kind: 'lease', token: pass.token } as const;
  const { id } = pass.delivery;
  await move(deps, { id, guard, to: 'queued', reason: null, dueInMs: 0, entry: null, refund });
  return lost(0);
};

/** It became too late while the lease was taken, or during the call before: no request is written for it. */
const endTooLate = async (deps: SenderDeps, { delivery, event, token }: Pass, refund: boolean): Promise<Over> => {
  const guard = { kind: 'lease', token } as const;
  const end = { to: 'expired', reason: 'expired', dueInMs: 0, entry: null, refund } as const;
  if (!(await move(deps, { id: delivery.id, guard, ...end }))) return lost(0);
  deps.metrics.count('crier_expired_total', { channel: delivery.channel, lane: delivery.lane, type: event.type });
  return { end: { kind: 'done' } };
};

/**
 * Takes the delivery for a call, or keeps it for another one: `sending` in Postgres, which one worker wins, and enough of the
 * lease left to write the request. Nothing waits between this and the request.
 */
export const takeLease = async (
  deps: SenderDeps,
  pass: Pass,
  provider: ChannelProvider,
  calls: readonly FailedCall[],
): Promise<Over | 'mine'> => {
  const lease = createLease(deps);
  const first = calls.length === 0;
  const mine = first ? await begin(deps, pass, provider, lease) : await goOn(deps, pass, provider, lease, calls);
  if (mine !== 'mine') return mine;
  if (isExpired(deps, pass)) return endTooLate(deps, pass, first);
  return lease.holds() ? 'mine' : stepBack(deps, pass, first);
};
