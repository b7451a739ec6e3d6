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

/** The canonical address a profile has for a channel: `none` if it names none, `malformed` if what it names can't be one. */
export const addressFor = (profile: RecipientProfile, channel: Channel): { address: string } | 'none' | 'malformed' => {
  const raw = {
    email: profile.email,
    sms: profile.phone,
    whatsapp: profile.whatsapp,
    push: undefined,
    inapp: undefined,
  }[channel];
  if (raw === undefined || raw.trim() === '') return 'none';
  const address = channel === 'email' ? canonicalEmail(raw) : canonicalPhone(raw);
  return address === undefined ? 'malformed' : { address };
};

/**
 * Id of an inline recipient that came without one: a hash of its first address, so that the same address is the same
 * person for the delivery key, and no address stands in an id.
 */
export const anonymousRecipientId = (profile: RecipientProfile): string | undefined => {
  const raw = profile.email ?? profile.phone ?? profile.whatsapp;
  if (raw === undefined) return undefined;
  const canonical = canonicalEmail(raw) ?? canonicalPhone(raw) ?? canonicalText(raw);
  return `anon-${createHash('sha256').update(canonical).digest('hex').slice(0, 24)}`;
};
