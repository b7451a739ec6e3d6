import { createHash } from 'node:crypto';
import { canonicalEmail, canonicalPhone } from '../address.js';
import type { Channel } from '../channel.js';
import { canonicalText } from '../ids/event-identity.js';

/** What the directory or an event says about a person. Absent means: not known here. */
export interface RecipientProfile {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly whatsapp?: string | undefined;
  readonly locale?: string | undefined;
  readonly timezone?: string | undefined;
  readonly channels?: readonly Channel[] | undefined;
}

/** A recipient as an event names it: an inline object (kept with the event) or an id of the directory. */
export interface InlineRecipient extends RecipientProfile {
  readonly id: string;
}
export type EventRecipient = string | InlineRecipient;

export const recipientId = (recipient: EventRecipient): string =>
  typeof recipient === 'string' ? recipient : recipient.id;

/** Channels that write to an address which a profile holds. */
export type AddressedChannel = Exclude<Channel, 'push' | 'inapp'>;

export const isAddressed = (channel: Channel): channel is AddressedChannel => channel !== 'push' && channel !== 'inapp';

/** The canonical address a profile has for a channel: `none` if it names none, `malformed` if what it names can't be one. */
export const addressFor = (
  profile: RecipientProfile,
  channel: AddressedChannel,
): { address: string } | 'none' | 'malformed' => {
  const raw = { email: profile.email, sms: profile.phone, whatsapp: profile.whatsapp }[channel];
  if (raw === undefined || raw.trim() === '') return 'none';
  const address = channel === 'email' ? canonicalEmail(raw) : canonicalPhone(raw);
  return address === undefined ? 'malformed' : { address };
};

const hashedId = (text: string): string => `anon-${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;

/** Whether an id was made for somebody who came without one. */
export const isAnonymousId = (id: string): boolean => /^anon-[0-9a-f]{24}$/.test(id);

/**
 * Id of an inline recipient that came without one: a hash of its first well-formed address, so that the same address is the
 * same person for the delivery key, and no address stands in an id. Without a well-formed one, of all that was given;
 * undefined if nothing was. `whole` always takes all, for several people who share their first address.
 */
export const anonymousRecipientId = (profile: RecipientProfile, whole = false): string | undefined => {
  const found = (['email', 'sms', 'whatsapp'] as const).map((channel) => addressFor(profile, channel));
  if (found.every((a) => a === 'none')) return undefined;
  const first = found.find((a) => typeof a === 'object');
  if (first && !whole) return hashedId(first.address);
  const given = [profile.email, profile.phone, profile.whatsapp];
  return hashedId(
    JSON.stringify(found.map((a, i) => (typeof a === 'object' ? a.address : canonicalText(given[i] ?? '')))),
  );
};
