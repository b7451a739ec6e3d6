import type { Channel } from '../channel.js';
import { type PushKind, pushAddress } from '../delivery/outgoing.js';
import { addressFor, isAnonymousId, type RecipientProfile } from '../event/recipient.js';

/** Where one delivery goes. `deviceId` tells a person's devices apart; '' where there is none. */
export interface Target {
  readonly address: string;
  readonly deviceId: string;
}

/** A person as a channel reaches them. */
export interface Reachable {
  readonly id: string;
  readonly profile: RecipientProfile;
  readonly pushTokens: readonly { readonly kind: PushKind; readonly id: string }[];
}

/**
 * Where a person is reached on a channel: the canonical address, each device for push, their own inbox for in-app, which
 * nobody has who came without an id. `none` if there is no such place, `malformed` if what is named can't be one.
 */
export const targetsOf = (person: Reachable, channel: Channel): readonly Target[] | 'none' | 'malformed' => {
  if (channel === 'inapp') return isAnonymousId(person.id) ? 'none' : [{ address: person.id, deviceId: '' }];
  if (channel === 'push') {
    const targets = person.pushTokens.map(({ kind, id }) => ({ address: pushAddress(kind, id), deviceId: id }));
    return targets.length === 0 ? 'none' : targets;
  }
  const found = addressFor(person.profile, channel);
  return typeof found === 'string' ? found : [{ address: found.address, deviceId: '' }];
};
