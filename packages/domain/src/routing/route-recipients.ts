import type { Channel } from '../channel.js';
import type { PushKind } from '../delivery/outgoing.js';
import type { SuppressReason } from '../delivery/reason.js';
import type { DocumentKind } from '../documents/document-kind.js';
import { documentLocale } from '../documents/document-locale.js';
import { type EventRecipient, type RecipientProfile, recipientId } from '../event/recipient.js';
import { deliveryIdentity, documentIdentity, type EventIdentity } from '../ids/event-identity.js';
import { type Category, isOptedOut } from './opt-out.js';
import { targetsOf } from './targets.js';

/** What the router must know of a notification type. */
export interface RoutingRules extends Category {
  readonly channels: readonly Channel[];
  readonly hasTemplate: (channel: Channel) => boolean;
  /** What deliveries of these channels link to or carry; null = nothing. */
  readonly document: { readonly kind: DocumentKind; readonly channels: readonly Channel[] } | null;
}

/** A document that a delivery waits for. */
export interface NeededDocument {
  /** One for each event, kind and locale. */
  readonly id: string;
  readonly kind: DocumentKind;
  readonly locale: string;
}

/** What is known of a person besides the event: the directory, what they wish, their devices. */
export interface Acquaintance {
  readonly profile: RecipientProfile | undefined;
  /** As `PUT /v1/recipients/:id/preferences` has them: category -> channel -> wanted. */
  readonly categories: Readonly<Record<string, Readonly<Record<string, boolean>>>>;
  /** The time zone of their preferences. */
  readonly timezone: string | null;
  readonly pushTokens: readonly { readonly kind: PushKind; readonly id: string }[];
}

export const STRANGER: Acquaintance = { profile: undefined, categories: {}, timezone: null, pushTokens: [] };

export interface PlannedDelivery {
  readonly id: string;
  readonly digest: Buffer;
  readonly channel: Channel;
  readonly recipientId: string;
  readonly address: string;
  readonly name: string | null;
  readonly locale: string;
  readonly timezone: string;
  readonly document: NeededDocument | null;
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
  /** Those recipients of whom anything is known. */
  readonly known: ReadonlyMap<string, Acquaintance>;
  readonly defaults: { readonly locale: string; readonly timezone: string };
  /** `channel address` -> recipient already served by this event; this function adds to it. */
  readonly served: Map<string, string>;
}

/** Key of `served`: within one event, one canonical address of a channel is written to once (R-3.3a). */
export const servedKey = (channel: Channel, address: string): string => `${channel} ${address}`;

/** An inline address overrides the directory's for this event, a blank one does not; the person's own time zone wins. */
const profileOf = (recipient: EventRecipient, { profile, timezone }: Acquaintance): RecipientProfile => {
  const own = timezone ?? profile?.timezone;
  if (typeof recipient === 'string') return { ...profile, timezone: own };
  const isSaid = (value: unknown): boolean =>
    value !== undefined && !(typeof value === 'string' && value.trim() === '');
  const inline = Object.fromEntries(Object.entries(recipient).filter(([, value]) => isSaid(value)));
  return { ...profile, ...inline, timezone: own ?? recipient.timezone };
};

/** The document that this channel's message needs, in the reader's own language where it is written in that. */
const neededDocument = (
  { event, rules, defaults }: RoutingInput,
  channel: Channel,
  locale: string,
): NeededDocument | null => {
  if (!rules.document?.channels.includes(channel)) return null;
  const asked = { kind: rules.document.kind, locale: documentLocale(locale, defaults.locale) };
  return { id: documentIdentity(event, asked).id, ...asked };
};

/**
 * Turns recipients into deliveries and suppressions: for each recipient and channel one of the two, and one delivery for each
 * device. Channels: the recipient's, else the event's, else the type's. Pure but for
 * `served`.
 */
export const routeRecipients = (
  input: RoutingInput,
): { deliveries: PlannedDelivery[]; suppressions: Suppression[] } => {
  const { rules, served } = input;
  const deliveries: PlannedDelivery[] = [];
  const suppressions: Suppression[] = [];
  for (const recipient of input.recipients) {
    const id = recipientId(recipient);
    const known = input.known.get(id) ?? STRANGER;
    const profile = profileOf(recipient, known);
    for (const channel of new Set(profile.channels ?? input.eventChannels ?? rules.channels)) {
      const suppress = (reason: SuppressReason, inFavourOf: string | null = null) =>
        suppressions.push({ recipientId: id, channel, reason, inFavourOf });
      if (!rules.hasTemplate(channel)) {
        suppress('no_template');
        continue;
      }
      if (isOptedOut(rules, channel, known.categories)) {
        suppress('opted_out');
        continue;
      }
      const targets = targetsOf({ id, profile, pushTokens: known.pushTokens }, channel);
      if (typeof targets === 'string') {
        suppress(targets === 'none' ? 'no_address' : 'invalid_address');
        continue;
      }
      for (const { address, deviceId } of targets) {
        const key = servedKey(channel, address);
        const other = served.get(key);
        if (other !== undefined && other !== id) {
          suppress('duplicate', other);
          continue;
        }
        served.set(key, id);
        const locale = profile.locale ?? input.defaults.locale;
        const document = neededDocument(input, channel, locale);
        const own = { channel, recipientId: id, documentKind: document?.kind ?? '', deviceId };
        deliveries.push({
          ...deliveryIdentity(input.event, own),
          channel,
          recipientId: id,
          address,
          name: profile.name ?? null,
          locale,
          timezone: profile.timezone ?? input.defaults.timezone,
          document,
        });
      }
    }
  }
  return { deliveries, suppressions };
};
