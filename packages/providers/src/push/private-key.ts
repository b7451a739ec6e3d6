import { createPrivateKey, type KeyObject } from 'node:crypto';

/** The private key in a PEM; undefined for none, for one that can't be read, and for one of another kind. */
export const privateKey = (pem: string | undefined, kind: 'ec' | 'rsa'): KeyObject | undefined => {
  try {
    const key = createPrivateKey(pem ?? '');
    return key.asymmetricKeyType === kind ? key : undefined;
  } catch {
    return undefined;
  }
};
