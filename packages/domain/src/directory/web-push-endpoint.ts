import { isIP } from 'node:net';

const MAX_LENGTH = 2_048;
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** A host that can be a push service: a name in the public tree. An address, or a name of this machine or network, is none. */
const isPublicName = (host: string): boolean => {
  const labels = host.replace(/\.$/, '').split('.');
  const top = labels.at(-1) ?? '';
  return (
    !host.startsWith('[') && isIP(host) === 0 && labels.length > 1 && !['localhost', 'local', 'internal'].includes(top)
  );
};

/**
 * Whether a browser's endpoint may be posted to. It comes from a browser and our sender calls it: an endpoint at an address or at
 * a name of the own network would make the sender knock at doors inside. With `local`, for development, this machine's
 * loopback is taken as well: the sandbox plays push service there.
 */
export const isPushEndpoint = (text: string, local: boolean): boolean => {
  if (text.length > MAX_LENGTH || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  if (local && LOOPBACK.has(hostname) && ['http:', 'https:'].includes(protocol)) return true;
  return protocol === 'https:' && isPublicName(hostname);
};
