// Keys for the push services, which sign before anything is sent: made anew at each start, believed by the sandbox alone.
// For docker-compose.yml: node --import ./deploy/sandbox-push-keys.mjs apps/sender/dist/main.js
import { generateKeyPairSync } from 'node:crypto';

const pem = (key) => key.export({ type: 'pkcs8', format: 'pem' });
const base64url = (...parts) => Buffer.concat(parts).toString('base64url');
const p256 = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const { x, y, d } = p256().export({ format: 'jwk' });

Object.assign(process.env, {
  FCM_PROJECT_ID: 'sandbox',
  FCM_CLIENT_EMAIL: 'crier@sandbox.iam.gserviceaccount.com',
  FCM_PRIVATE_KEY: pem(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
  APNS_KEY_ID: 'SANDBOXKEY',
  APNS_TEAM_ID: 'SANDBOXTEAM',
  APNS_PRIVATE_KEY: pem(p256()),
  APNS_TOPIC: 'com.example.crier',
  // the public key is the uncompressed point (RFC 8292)
  VAPID_PUBLIC_KEY: base64url(Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')),
  VAPID_PRIVATE_KEY: d,
  VAPID_SUBJECT: 'mailto:crier@example.com',
});
