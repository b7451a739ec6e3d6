import type { AttemptEntry, LoadedDelivery } from '@crier/db';
import { isOptedOut } from '@crier/domain';
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

/**
 * Step 3, allowed now? What was said while the message waited is honoured: an erased person has no address any more,
 * an address that bounced or complained stands on the suppression list, and whoever has opted out gets nothing of that
 * category, unless it is mandatory.
 */
export const allowed: Step = async (deps, pass) => {
  const { delivery, type } = pass;
  if (delivery.address === null) return suppress(deps, pass, 'cancelled', null);
  if (delivery.suppression !== null && !isOverruled(pass, delivery.suppression))
    return suppress(deps, pass, 'suppression_list', evidence(delivery.suppression));
  if (
    type !== undefined &&
    delivery.categories !== null &&
    isOptedOut(type.manifest, delivery.channel, delivery.categories)
  )
    return suppress(deps, pass, 'opted_out', null);
  return 'go on';
};
