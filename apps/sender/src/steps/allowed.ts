import type { AttemptEntry, LoadedDelivery } from '@crier/db';
import { isOptedOut, type SuppressReason } from '@crier/domain';
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

/**
 * Nobody opts out of what is mandatory (R-6.2), also not by writing STOP. Over SMS the carriers' rules are stricter, and the
 * providers refuse such a number anyway.
 */
const isOverruled = ({ delivery, type }: Pass, { reason }: NonNullable<LoadedDelivery['suppression']>): boolean =>
  reason === 'unsubscribed' && delivery.channel !== 'sms' && type?.manifest.mandatory === true;

/** Why nothing may be sent to this address by now, and in the log what that rests on; undefined if it may. */
export const prohibitionOf = (pass: Pass): { reason: SuppressReason; entry: AttemptEntry | null } | undefined => {
  const { delivery, type } = pass;
  const { address, suppression, categories } = delivery;
  if (address === null) return { reason: 'cancelled', entry: null };
  if (suppression !== null && !isOverruled(pass, suppression))
    return { reason: 'suppression_list', entry: evidence(suppression) };
  if (type !== undefined && categories !== null && isOptedOut(type.manifest, delivery.channel, categories))
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
