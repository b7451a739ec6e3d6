import { createPhones, type Phones } from './phones.js';
import { createPushSubscriptions, type PushSubscriptions } from './push-subscriptions.js';
import { createUnregisteredTokens, type UnregisteredTokens } from './unregistered-tokens.js';
import { createWhatsappTemplates, type WhatsappTemplates } from './whatsapp-templates.js';

/** What the vendors know of the world besides the messages: who answered STOP, which tokens and subscriptions there are. */
export interface VendorState {
  readonly phones: Phones;
  readonly templates: WhatsappTemplates;
  readonly tokens: UnregisteredTokens;
  readonly subscriptions: PushSubscriptions;
}

export const createVendorState = (now: () => number): VendorState => ({
  phones: createPhones(now),
  templates: createWhatsappTemplates(),
  tokens: createUnregisteredTokens(now),
  subscriptions: createPushSubscriptions(),
});
