import { readPushAddress } from '@crier/domain';
import type { Permit, Refusal } from '@crier/queue';
import { acceptAnswer } from '../accept.js';
import { type FailedCall, verdictOf } from '../attempt-entry.js';
import { callProvider } from '../call-provider.js';
import type { Link } from '../chain.js';
import { LOOK_AGAIN } from '../move.js';
import type { Pass, PassEnd, Step } from '../pass.js';
import { becomeUnknown, countFailure, endForGood, endOfChain, waitForTurn } from '../refuse.js';
import type { SenderDeps } from '../sender-deps.js';
import { type Over, takeLease } from '../take-lease.js';
import { allowed } from './allowed.js';
import { expired } from './expired.js';

/** A wait for a slot that is shorter than this keeps the claim (section 4). */
const PATIENCE_MS = 900;
const LONGEST_WAIT_MS = 30_000;
const LONGEST_PACE_MS = 5_000;

/** What became of one link of the chain: the pass is over, or the next one is tried. */
type Tried = Over | { readonly failed: FailedCall };

/** What was true before a wait in line is read and asked again. */
const stillRight = async (deps: SenderDeps, pass: Pass): Promise<Over | 'go on'> => {
  const now = await deps.record.load(pass.delivery.id);
  const { logSeq, state } = pass.delivery;
  if (now?.delivery.logSeq !== logSeq || now.delivery.state !== state) return { end: LOOK_AGAIN };
  const fresh = { ...pass, delivery: now.delivery, readAt: deps.clock.monotonicMs() };
  for (const step of [expired, allowed]) {
    const end = await step(deps, fresh);
    if (end !== 'go on') return { end };
  }
  return 'go on';
};

const through = async (
  deps: SenderDeps,
  pass: Pass,
  link: Link,
  permit: Permit,
  calls: readonly FailedCall[],
): Promise<Tried> => {
  const { provider } = link;
  if (pass.message === undefined) throw new Error('nothing was rendered before this step');
  const right = permit.waited && calls.length === 0 ? await stillRight(deps, pass) : 'go on';
  if (right !== 'go on') return right;
  const mine = await takeLease(deps, pass, provider, calls);
  if (mine !== 'mine') return mine;
  const answer = await callProvider(deps, pass, provider, pass.message);
  if (answer.kind === 'refused' && answer.failure === 'configuration') deps.onRefused(provider.name, answer);
  permit.leave(verdictOf(answer));
  if (answer.kind === 'accepted')
    return { end: await acceptAnswer(deps, pass, { ...answer, provider: provider.name }) };
  countFailure(deps, pass, provider, answer);
  if (answer.kind === 'ambiguous') return { end: await becomeUnknown(deps, pass, provider, answer) };
  const failed = { provider, answer };
  return answer.failure === 'permanent' ? { end: await endForGood(deps, pass, failed) } : { failed };
};

/** Nobody was called: the row is as it was. A slot comes soon; a breaker or a pause takes its time, and ends for all at once. */
const standBack = (deps: SenderDeps, refusal: Refusal): PassEnd => {
  if (refusal.why === 'rate' || refusal.why === 'concurrency')
    return { kind: 'paced', ms: Math.min(refusal.ms, LONGEST_PACE_MS) };
  const ms = Math.min(refusal.ms, LONGEST_WAIT_MS);
  return { kind: 'wait', ms: ms + Math.ceil(deps.clock.random() * Math.max(ms, 100)) };
};

/** Push is no chain: the token's kind names its provider. */
const chainFor = (deps: SenderDeps, { delivery }: Pass): readonly Link[] => {
  if (delivery.channel !== 'push') return deps.chain;
  const kind = readPushAddress(delivery.address ?? '')?.kind;
  return deps.chain.filter(({ provider }) => provider.name === kind);
};

/** The chain as it is configured; a paused provider whose probe is due comes first, or it would never be heard of again. */
const inOrder = (chain: readonly Link[]): Link[] => {
  const due = chain.filter(({ gate }) => gate.probeDue());
  return due.length === 0 ? [...chain] : [...due, ...chain.filter((link) => !due.includes(link))];
};

/**
 * Steps 7 and 8, per provider of the chain: its gate (pause, breaker, limits), `sending` in Postgres (the arbiter), the fence,
 * the call, the record. After `sending` nothing waits: it means that the request may have been written. Only a proof that
 * a provider has not taken the message, or no message id, lets the next one be called (R-4.9a).
 */
const alongTheChain = async (deps: SenderDeps, pass: Pass): Promise<PassEnd> => {
  const calls: FailedCall[] = [];
  let soonest: Refusal | undefined;
  let turn: Refusal | undefined;
  for (const link of inOrder(chainFor(deps, pass))) {
    const entry = await link.gate.enter(pass.delivery.lane, calls.length === 0 ? PATIENCE_MS : 0);
    if (entry.kind === 'wait') {
      if (soonest === undefined || entry.ms < soonest.ms) soonest = entry;
      // A slot is waited for; only a provider that takes nothing now is passed by.
      if (entry.why === 'breaker' || entry.why === 'paused') continue;
      turn = entry;
      break;
    }
    try {
      const tried = await through(deps, pass, link, entry, calls);
      if ('end' in tried) return tried.end;
      calls.push(tried.failed);
    } finally {
      entry.leave('neutral');
    }
  }
  if (calls.length > 0) return turn ? waitForTurn(deps, pass, calls, turn.ms) : endOfChain(deps, pass, calls);
  return standBack(deps, soonest ?? { kind: 'wait', why: 'paused', ms: LONGEST_WAIT_MS });
};

export const send: Step = async (deps, pass) => {
  const end = await alongTheChain(deps, pass);
  // Whoever was accepted has left the mark instead of the claim.
  if (end.kind !== 'done') await deps.claims.release(pass.delivery.id, pass.token).catch(() => {});
  return end;
};
