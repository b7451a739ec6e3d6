import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.js';

export const PRIVATE_ADDRESS = 'EPRIVATEADDRESS';

/**
 * Resolves a name for a connection, and refuses the name if any of its addresses is not public. It is the connection's own
 * look-up: a name that was asked about before could have another address by now.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '');
    const hidden = addresses.some(({ address }) => !isPublicAddress(address));
    if (hidden) return callback(Object.assign(new Error('a private address'), { code: PRIVATE_ADDRESS }), '');
    const [first] = addresses;
    if (options.all) return callback(null, addresses);
    return callback(null, first?.address ?? '', first?.family);
  });
};
