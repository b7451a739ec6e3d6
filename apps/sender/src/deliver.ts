import type { TakenJob } from '@crier/queue';
import type { Pass, PassEnd, Step } from './pass.js';
import type { SenderDeps } from './sender-deps.js';
import { allowed } from './steps/allowed.js';
import { claim } from './steps/claim.js';
import { compose } from './steps/compose.js';
import { deliverInApp } from './steps/deliver-in-app.js';
import { documentReady } from './steps/document-ready.js';
import { dueYet } from './steps/due-yet.js';
import { expired } from './steps/expired.js';
import { inFlight } from './steps/in-flight.js';
import { render } from './steps/render.js';
import { send } from './steps/send.js';
import { settled } from './steps/settled.js';
import { stalledOut } from './steps/stalled-out.js';
import { unknownOutcome } from './steps/unknown-outcome.js';

/**
 * The order is part of the requirement (section 4). Whatever makes a delivery wait gives its claim back and starts again at
 * the first step, so that expiry and permission are always asked just before the call.
 */
const BEFORE: readonly Step[] = [
  settled,
  inFlight,
  unknownOutcome,
  dueYet,
  stalledOut,
  expired,
  allowed,
  documentReady,
  render,
];
const THROUGH_PROVIDERS: readonly Step[] = [...BEFORE, compose, claim, send];
const INTO_THE_INBOX: readonly Step[] = [...BEFORE, deliverInApp];

const run = async (deps: SenderDeps, pass: Pass): Promise<PassEnd> => {
  for (const step of pass.delivery.channel === 'inapp' ? INTO_THE_INBOX : THROUGH_PROVIDERS) {
    const result = await step(deps, pass);
    if (result !== 'go on') return result;
  }
  throw new Error('the last step did not end the pass');
};

/** Runs one job through the steps until one of them ends it. */
export const deliver = async (deps: SenderDeps, job: Pick<TakenJob, 'id' | 'stalled'>): Promise<PassEnd> => {
  const loaded = await deps.record.load(job.id);
  // A job without a row: retention has dropped it, or the job is not ours.
  if (loaded === undefined) return { kind: 'done' };
  const { delivery, event } = loaded;
  const type = deps.typeOf(event.type);
  const blank = { rendered: undefined, sms: undefined, message: undefined };
  const known = { delivery, readAt: deps.clock.monotonicMs(), event, type, stalled: job.stalled };
  const attributes = {
    'crier.delivery.id': delivery.id,
    'crier.channel': delivery.channel,
    'crier.lane': delivery.lane,
  };
  return deps.tracer.span('deliver', { kind: 'consumer', parent: event.traceparent, attributes }, async (span) => {
    const links = deps.linksFor(delivery, type);
    const own = { token: deps.clock.newToken(), links, traceparent: span.traceparent };
    const end = await run(deps, { ...known, ...own, ...blank });
    span.set({ 'crier.outcome': end.kind });
    return end;
  });
};
