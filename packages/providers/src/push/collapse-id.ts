import { createHash } from 'node:crypto';

/** What a header may hold, and APNs takes at most. */
const AS_IT_IS = /^[\x21-\x7e]{1,64}$/;

/** A collapse key as APNs takes one, at most 64 bytes of ASCII: itself, or else its hash. */
export const collapseId = (key: string): string =>
  AS_IT_IS.test(key) ? key : createHash('sha256').update(key).digest('base64url');
