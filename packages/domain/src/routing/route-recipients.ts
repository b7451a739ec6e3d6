import type { Channel } from '../channel.js';
import type { SuppressReason } from '../delivery/reason.js';
import { addressFor, type EventRecipient, type RecipientProfile, recipientId } from '../event/recipient.js';
import { deliveryIdentity, type EventIdentity } from '../ids/event-identity.js';

/** What the router must know of a notification type. */
export interface RoutingRules {
  readonly channels: readonly Channel[];
  readonly hasTemplate: (channel: Channel) => boolean;
}

export interface PlannedDelivery {
  readonly id: string;
  readonly digest: Buffer;
  readonly channel: Channel;
  readonly recipientId: string;
  readonly address: string;
  readonly name: string | null;
  readonly locale: string;
  readonly timezone: string;
}

export interface Suppression {
  readonly recipientId: string;
  readonly channel: Channel;
  readonly reason: SuppressReason;
  /** For `duplicate`: the recipient who gets the message in this one's place. */
  readonly inFavourOf: string | null;
}

export interface RoutingInput {
  readonly event: EventIdentity;
  readonly eventChannels: readonly Channel[] | null;
  readonly rules: RoutingRules;
  readonly recipients: readonly EventRecipient[];
  /** The directory's entries of those recipients that have one. */
  readonly directory: ReadonlyMap<string, RecipientProfile>;
  readonly defaults: { readonly locale: string; readonly timezone: string };
  /** `channel address` -> recipient already served by this event; this function adds to it. */
  readonly served: Map<string, string>;
}

/** Key of `served`: within one event, one canonical address of a channel is written to once (R-3.3a). */
export const servedKey = (channel: Channel, address: string): string => `${channel} ${address}`;

/** An inline address overrides the directory's for this event, a blank one does not; the directory's time zone wins. */
const profileOf = (recipient: EventRecipient, directory: ReadonlyMap<string, RecipientProfile>): RecipientProfile => {
  const known = directory.get(recipientId(recipient));
  if (typeof recipient === 'string') return known ?? {};
  const isSaid = (value: unknown): boolean =>
    value !== undefined && !(typeof value === 'string' && value.trim() === '');
  const inline = Object.fromEntries(Object.entries(recipient).filter(([, value]) => isSaid(value)));
  return { ...known, ...inline, timezone: known?.timezone ?? recipient.timezone };
};

/**
 * Turns recipients into deliveries and suppressions, one of the two for each recipient and channel.
 * Channels: the recipient's, else the event's, else the type's. Pure but for `served`.
 */
export const routeRecipients = (
  input: RoutingInput,
): { deliveries: PlannedDelivery[]; suppressions: Suppression[] } => {
  const deliveries: PlannedDelivery[] = [];
  const suppressions: Suppression[] = [];
  for (const recipient of input.recipients) {
    const id = recipientId(recipient);
    const profile = profileOf(recipient, input.directory);
    for (const channel of new Set(profile.channels ?? input.eventChannels ?? input.rules.channels)) {
      const suppress = (reason: SuppressReason, inFavourOf: string | null = null) =>
        suppressions.push({ recipientId: id, channel, reason, inFavourOf });
      if (!input.rules.hasTemplate(channel)) {
        suppress('no_template');
        continue;
      }
      const found = addressFor(profile, channel);
      if (typeof found === 'string') {
        suppress(found === 'none' ? 'no_address' : 'invalid_address');
        continue;
      }
      const key = servedKey(channel, found.address);
      const other = input.served.get(key);
      if (other !== undefined && other !== id) {
        suppress('duplicate', other);
        continue;
      }
      input.served.set(key, id);
      deliveries.push({
        ...deliveryIdentity(input.event, { channel, recipientId: id }),
        channel,
        recipientId: id,
        address: found.address,
        name: profile.name ?? null,
        locale: profile.locale ?? input.defaults.locale,
        timezone: profile.timezone ?? input.defaults.timezone,
      });
    }
  }
  return { deliveries, suppressions };
};
