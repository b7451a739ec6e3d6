import { createDecipheriv, hkdfSync } from 'node:crypto';
import type { PushSubscription } from '../../state/push-subscriptions.js';

/** salt (16), record size (4), length of the key id (1), key id = the sender's public key (65): RFC 8188 2.1, RFC 8291 4. */
const HEADER_BYTES = 86;
const TAG_BYTES = 16;
/** Ends the last record, before its padding (RFC 8188 2). */
const LAST_RECORD = 2;

const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/**
 * The plain text of a push message in `aes128gcm` (RFC 8291), as the browser that subscribed would read it. Undefined if it was
 * not encrypted for this subscription.
 */
export const decryptPush = (body: Buffer, { ecdh, auth }: PushSubscription): Buffer | undefined => {
  const salt = body.subarray(0, 16);
  const senderKey = body.subarray(21, HEADER_BYTES);
  const sealed = body.subarray(HEADER_BYTES);
  try {
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey]);
    const secret = derive(ecdh.computeSecret(senderKey), auth, info, 32);
    const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const record = Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
    return record.subarray(0, record.lastIndexOf(LAST_RECORD));
  } catch {
    return undefined;
  }
};

/** Whether a body has the form of one record of `aes128gcm` with a P-256 key in front. */
export const looksEncrypted = (body: Buffer): boolean =>
  body.length > HEADER_BYTES + TAG_BYTES && body[20] === 65 && body[21] === 4;
