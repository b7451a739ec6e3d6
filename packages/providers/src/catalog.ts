import {
  type Channel,
  type OutgoingEmail,
  type OutgoingPush,
  type OutgoingSms,
  type OutgoingWhatsapp,
  type ProviderName,
  providersOf,
  type Settings,
} from '@crier/domain';
import { EMAIL_MAKERS } from './email/makers.js';
import type { Maker, MakerDeps, OpenProvider } from './maker.js';
import { PUSH_MAKERS } from './push/makers.js';
import { SMS_MAKERS } from './sms/makers.js';
import { WHATSAPP_MAKERS } from './whatsapp/makers.js';

/** A message of any channel. A provider is only ever given those of its own. */
type Outgoing = OutgoingEmail | OutgoingSms | OutgoingWhatsapp | OutgoingPush;

/** Every provider by its name. A name that the settings know and no maker does not compile. */
const CATALOG: Readonly<Record<ProviderName, Maker<Outgoing>>> = {
  ...EMAIL_MAKERS,
  ...SMS_MAKERS,
  ...WHATSAPP_MAKERS,
  ...PUSH_MAKERS,
};

/** The providers of a channel in the order that the environment gives them; none for in-app. */
export const createProviders = (settings: Settings, channel: Channel, deps: MakerDeps): OpenProvider<Outgoing>[] =>
  providersOf(settings, channel).map((name) => CATALOG[name](settings, deps));
