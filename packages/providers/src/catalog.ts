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
import type { Maker, MakerDeps, OpenProvider } from './maker.js';

/** A message of any channel. A provider is only ever given those of its own. */
type Outgoing = OutgoingEmail | OutgoingSms | OutgoingWhatsapp | OutgoingPush;

type Makers = Readonly<Record<string, Maker<never>>>;

/** Each channel's, loaded by whoever serves it: a vendor's SDK takes up to half a second of a start, and has no business elsewhere. */
const CATALOG: Readonly<Record<Channel, () => Promise<Makers>>> = {
  email: async () => (await import('./email/makers.js')).EMAIL_MAKERS,
  sms: async () => (await import('./sms/makers.js')).SMS_MAKERS,
  whatsapp: async () => (await import('./whatsapp/makers.js')).WHATSAPP_MAKERS,
  push: async () => (await import('./push/makers.js')).PUSH_MAKERS,
  inapp: async () => ({}),
};

/** The providers of a channel in the order that the environment gives them; none for in-app. */
export const createProviders = async (
  settings: Settings,
  channel: Channel,
  deps: MakerDeps,
): Promise<OpenProvider<Outgoing>[]> => {
  const makers = (await CATALOG[channel]()) as Readonly<Record<ProviderName, Maker<Outgoing>>>;
  return providersOf(settings, channel).map((name) => makers[name](settings, deps));
};
