import { readPushAddress } from '@crier/domain';
import { composeEmail } from '../compose/compose-email.js';
import { composeSms, composeWhatsapp } from '../compose/compose-phone.js';
import { composePush } from '../compose/compose-push.js';
import type { Step } from '../pass.js';
import { suppress } from '../suppress.js';

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
      const token = at && (await deps.pushToken(at.tokenId));
      if (token === undefined) return suppress(deps, pass, 'no_address', null);
      pass.message = composePush(pass, rendered, token);
      return 'go on';
    }
    default:
      throw new Error('nothing was rendered for this channel');
  }
};
