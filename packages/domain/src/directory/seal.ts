import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

/** Bytes of chance that one seal needs: never the same ones twice under one key. */
export const SEAL_NONCE_BYTES = 12;

const ALGORITHM = 'aes-256-gcm';
const VERSION = 1;
const KEY_ID_BYTES = 4;
const HEADER_BYTES = 1 + KEY_ID_BYTES;
const TAG_BYTES = 16;

const derive = (secret: string, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `crier ${purpose}`, bytes));

/** Which key sealed, so that of several only that one is tried. It tells nothing of the key. */
const headerOf = (secret: string): Buffer =>
  Buffer.concat([Buffer.from([VERSION]), derive(secret, 'key id', KEY_ID_BYTES)]);

/**
 * Encrypts a secret to be stored: version, id of the key, nonce, tag, ciphertext; AES-256-GCM under a key derived
 * (HKDF-SHA-256) from the first of `keys`. `nonce`: SEAL_NONCE_BYTES fresh random bytes. Throws when there is no key.
 */
export const seal = (keys: readonly string[], text: string, nonce: Uint8Array): Buffer => {
  const [key] = keys;
  if (key === undefined) throw new Error('there is no key to encrypt with');
  const header = headerOf(key);
  const cipher = createCipheriv(ALGORITHM, derive(key, 'seal', 32), nonce).setAAD(header);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([header, nonce, cipher.getAuthTag(), sealed]);
};

const openWith = (key: string, header: Buffer, rest: Buffer): string => {
  const nonce = rest.subarray(0, SEAL_NONCE_BYTES);
  const tag = rest.subarray(SEAL_NONCE_BYTES, SEAL_NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(ALGORITHM, derive(key, 'seal', 32), nonce, { authTagLength: TAG_BYTES })
    .setAAD(header)
    .setAuthTag(tag);
  return decipher.update(rest.subarray(SEAL_NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
};

/**
 * What was sealed, under whichever of the keys did it: so keys can be changed while old seals are stored. Throws, without
 * a word of what is inside, when none of them did or a bit of it has changed.
 */
export const openSeal = (keys: readonly string[], sealed: Uint8Array): string => {
  const bytes = Buffer.from(sealed);
  const header = bytes.subarray(0, HEADER_BYTES);
  for (const key of keys.filter((candidate) => headerOf(candidate).equals(header))) {
    try {
      return openWith(key, header, bytes.subarray(HEADER_BYTES));
    } catch {
      // Altered, or another key with the same id: the next one may be it.
    }
  }
  throw new Error('no key of CRIER_ENCRYPTION_KEY opens this: the key is missing there, or what is stored was altered');
};
