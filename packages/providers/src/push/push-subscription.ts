import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.js';

/** What a browser's `PushSubscription` says of itself as JSON (W3C Push API). */
export interface PushSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** The subscription in a token; undefined if it is none. */
export const readSubscription = (token: string): PushSubscription | undefined => {
  try {
    const { endpoint, keys } = Object(JSON.parse(token));
    const { p256dh, auth } = Object(keys);
    const texts = [endpoint, p256dh, auth].every((value) => typeof value === 'string');
    return texts && URL.canParse(endpoint) ? { endpoint, keys: { p256dh, auth } } : undefined;
  } catch {
    return undefined;
  }
};

const LOOPBACK = /^(127(\.\d+){3}|localhost|\[::1\])$/;

/**
 * Whether an endpoint may be called at all: it comes from outside, and must not lead inside. A host that is a name is looked
 * at once more when it is resolved. `allowPrivate` is for development, where the sandbox is on this machine.
 */
export const isAllowedEndpoint = (url: URL, allowPrivate: boolean): boolean => {
  if (url.protocol !== 'https:') return allowPrivate && url.protocol === 'http:' && LOOPBACK.test(url.hostname);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return allowPrivate || isIP(host) === 0 || isPublicAddress(host);
};
