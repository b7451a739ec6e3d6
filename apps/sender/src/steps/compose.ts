import type { AttemptEntry } from '@crier/db';
import { readPushAddress } from '@crier/domain';
import { composeEmail } from '../compose/compose-email.js';
import { composeSms, composeWhatsapp } from '../compose/compose-phone.js';
import { composePush } from '../compose/compose-push.js';
import type { Step } from '../pass.js';
import { suppress } from '../suppress.js';

/** What the decision rests on, for a device that nobody could reach. */
const notServed = (kind: string | undefined): AttemptEntry => ({
  provider: null,
  status: null,
  code: 'not_served',
  message: `PUSH_PROVIDERS does not name ${kind ?? 'a provider for this device'}.`,
  result: 'suppressed',
});

/**
 * Addresses what was rendered, before any claim: nothing waits once the delivery is `sending`, and a device's token has to be
 * read. A device that was taken from the directory meanwhile has no address any more.
 */
export const compose: Step = async (deps, pass) => {
  const { rendered } = pass;
  switch (rendered?.channel) {
    case 'email':
      pass.message = composeEmail(pass, rendered);
      return 'go on';
    case 'sms':
      pass.message = composeSms(pass, rendered);
      return 'go on';
    case 'whatsapp':
      pass.message = composeWhatsapp(pass, rendered);
      return 'go on';
    case 'push': {
      const at = readPushAddress(pass.delivery.address ?? '');
      const isServed = at !== undefined && deps.chain.some(({ provider }) => provider.name === at.kind);
      const token = isServed ? await deps.pushToken(at.tokenId) : undefined;
      if (token === undefined) return suppress(deps, pass, 'no_address', isServed ? null : notServed(at?.kind));
      pass.message = composePush(pass, rendered, token);
      return 'go on';
    }
    default:
      throw new Error('nothing was rendered for this channel');
  }
};
