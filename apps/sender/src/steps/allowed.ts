import type { AttemptEntry, LoadedDelivery } from '@crier/db';
import { isOptedOut, isOverruled, type SuppressReason } from '@crier/domain';
import type { Pass, Step } from '../pass.js';
import { suppress } from '../suppress.js';

/** The evidence that the decision rests on, by its number in the suppression list. */
const evidence = ({ id, reason, evidenceAt }: NonNullable<LoadedDelivery['suppression']>): AttemptEntry => ({
  provider: null,
  status: null,
  code: reason,
  message: `The address stands on the suppression list since ${evidenceAt} (entry ${id}).`,
  result: 'suppressed',
});

/** Why nothing may be sent to this address by now, and in the log what that rests on; undefined if it may. */
export const prohibitionOf = (pass: Pass): { reason: SuppressReason; entry: AttemptEntry | null } | undefined => {
  const { delivery, type } = pass;
  const { address, channel, suppression, categories } = delivery;
  if (address === null) return { reason: 'cancelled', entry: null };
  if (suppression !== null && !isOverruled(suppression.reason, channel, type?.manifest.mandatory ?? false))
    return { reason: 'suppression_list', entry: evidence(suppression) };
  if (type !== undefined && categories !== null && isOptedOut(type.manifest, channel, categories))
    return { reason: 'opted_out', entry: null };
  return undefined;
};

/**
 * Step 3, allowed now? What was said while the message waited is honoured: an erased person has no address any more,
 * an address that bounced or complained stands on the suppression list, and whoever has opted out gets nothing of that
 * category, unless it is mandatory.
 */
export const allowed: Step = async (deps, pass) => {
  const prohibition = prohibitionOf(pass);
  return prohibition === undefined ? 'go on' : suppress(deps, pass, prohibition.reason, prohibition.entry);
};
