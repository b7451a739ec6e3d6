import { acceptMark } from '../accept.js';
import type { Step } from '../pass.js';
import { isNews } from './in-flight.js';

/**
 * Step 6, claim: the fast path in front of Postgres. A claim that another holds, or a Redis that does not answer, only means
 * "ask Postgres"; a mark means that it was sent.
 */
export const claim: Step = async (deps, pass) => {
  const { id } = pass.delivery;
  const got = await deps.claims.claim(id, pass.token, deps.leaseMs).catch(() => ({ kind: 'taken' }) as const);
  return got.kind === 'sent' && isNews(pass.delivery, got.mark) ? acceptMark(deps, pass, got.mark) : 'go on';
};
