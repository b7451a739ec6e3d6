import type { DeadReason } from '../delivery/reason.js';
import { type DeliveryState, isTerminal } from '../delivery/state.js';

/** Replays that an operator may make of one delivery, unless configured otherwise: what kills it every time is not sent on for ever. */
export const MAX_REPLAYS = 3;

/** What died of a passing cause is put back by itself this often, so long after each death (R-8.3a). */
export interface RedriveRule {
  readonly times: number;
  readonly afterMs: number;
}

/** Unless configured otherwise. */
export const REDRIVE: RedriveRule = { times: 2, afterMs: 3_600_000 };

/**
 * Causes that pass by themselves. Never what is permanent, nor what may already have arrived (R-8.3b). `document_failed` is
 * either: the document knows which.
 */
export const REDRIVEN_REASONS = [
  'attempts_exhausted',
  'provider_5xx',
  'throttled',
] as const satisfies readonly DeadReason[];

/** What would become of a replay now, in words for the page that asks before. */
export const REPLAY_VERDICTS = {
  send: 'will be sent',
  expired: 'have expired: nothing is sent, and they are closed as expired',
  may_have_arrived: 'may already have arrived: left out, because each is one person’s decision',
  suppressed: 'go to an address on the suppression list: left out until it is lifted',
  opted_out: 'are for people who have opted out of them since: left out',
  over_cap: 'have been replayed as often as is allowed: left out',
  on_its_way: 'are on their way already: nothing more is done',
  accepted: 'were accepted by a provider: nothing is sent',
  over: 'have ended in another way: nothing is sent',
} as const;
export type ReplayVerdict = keyof typeof REPLAY_VERDICTS;

/** What a replay is judged by. */
export interface ReplayFacts {
  readonly state: DeliveryState;
  readonly reason: string | null;
  /** It is dead, or was refused after it had been accepted (`bounced`) and its dead letter is open. */
  readonly replayable: boolean;
  readonly expired: boolean;
  /** The address that it would go to stands on the suppression list. */
  readonly suppressed: boolean;
  /** The person wants nothing of its category on its channel by now. */
  readonly optedOut: boolean;
  /** How often an operator has replayed it. */
  readonly replays: number;
}

const ACCEPTED: readonly DeliveryState[] = ['accepted', 'delivered', 'bounced'];

/**
 * What a replay would make of a delivery now (R-8.3, R-8.3b). `alone`: the operator has picked this one and nothing else,
 * which is the only way for a message that may already have arrived. What is expired is replayed too: its sender closes it.
 * What its sender would suppress stays open: nothing would be sent, and nobody would hear of it.
 */
export const replayVerdict = (
  facts: ReplayFacts,
  { maxReplays, alone }: { maxReplays: number; alone: boolean },
): ReplayVerdict => {
  if (!facts.replayable) {
    if (ACCEPTED.includes(facts.state)) return 'accepted';
    return isTerminal(facts.state) ? 'over' : 'on_its_way';
  }
  if (facts.reason === 'unknown_outcome' && !alone) return 'may_have_arrived';
  if (facts.replays >= maxReplays) return 'over_cap';
  if (facts.expired) return 'expired';
  if (facts.suppressed) return 'suppressed';
  return facts.optedOut ? 'opted_out' : 'send';
};

/** Whether a replay moves a delivery with this verdict. The conditional update says the same; this is for the page before it. */
export const isMoved = (verdict: ReplayVerdict): boolean => verdict === 'send' || verdict === 'expired';
