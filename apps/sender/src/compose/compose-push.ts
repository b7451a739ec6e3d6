import { createHash } from 'node:crypto';
import { keyOf, type OutgoingPush } from '@crier/domain';
import type { RenderedPush } from '@crier/templates';
import type { Pass } from '../pass.js';

/** FCM keeps a message for four weeks at most; the others take as much. */
const LONGEST_TTL_S = 28 * 24 * 3600;

/** State, not order: a later version of an entity takes the place of an earlier one on the device. */
const collapseKeyOf = ({ event, type }: Pass): string | null => {
  if (event.entityVersion === null) return null;
  const scope = [type?.manifest.collapseGroup ?? event.type, event.entityType, event.entityId];
  return createHash('sha256').update(JSON.stringify(scope)).digest('base64url').slice(0, 32);
};

/** What a device shows, under the token that it was registered with. */
export const composePush = (pass: Pass, { title, body, url }: RenderedPush, token: string): OutgoingPush => {
  const { delivery } = pass;
  const left = delivery.expiresInMs === null ? LONGEST_TTL_S : Math.ceil(delivery.expiresInMs / 1000);
  return {
    key: keyOf(delivery.id),
    token,
    title,
    body,
    url,
    collapseKey: collapseKeyOf(pass),
    ttlSeconds: Math.max(1, Math.min(LONGEST_TTL_S, left)),
    urgent: delivery.lane === 'critical',
  };
};
