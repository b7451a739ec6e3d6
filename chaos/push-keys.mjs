import { generateKeyPairSync } from 'node:crypto';

const pem = (key) => key.export({ type: 'pkcs8', format: 'pem' }).toString();

/** A P-256 key pair as RFC 8292 writes it: the uncompressed point and the private number, base64url. */
const vapidPair = () => {
  const { x, y, d } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return { VAPID_PUBLIC_KEY: point.toString('base64url'), VAPID_PRIVATE_KEY: d };
};

/** Keys for the push services, which sign before anything is sent; the sandbox believes any. */
export const pushKeys = () => ({
  FCM_PROJECT_ID: 'sandbox',
  FCM_CLIENT_EMAIL: 'crier@sandbox.iam.gserviceaccount.com',
  FCM_PRIVATE_KEY: pem(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
  APNS_KEY_ID: 'SANDBOXKEY',
  APNS_TEAM_ID: 'SANDBOXTEAM',
  APNS_PRIVATE_KEY: pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey),
  APNS_TOPIC: 'com.example.crier',
  ...vapidPair(),
  VAPID_SUBJECT: 'mailto:crier@example.com',
});
