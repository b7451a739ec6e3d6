import type { OutgoingEmail, OutgoingPush, OutgoingSms, OutgoingWhatsapp, Provider } from '@crier/domain';
import type { ProviderGate } from '@crier/queue';

/** A message as its channel's providers take it. */
export type Outgoing = OutgoingEmail | OutgoingSms | OutgoingWhatsapp | OutgoingPush;

/** A provider of the channel that this sender serves: it is only ever given the messages of its own. */
export type ChannelProvider = Provider<Outgoing>;

/** A provider of the chain, and the fleet's gate in front of it. */
export interface Link {
  readonly provider: ChannelProvider;
  readonly gate: ProviderGate;
}
