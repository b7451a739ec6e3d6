import { createHmac, timingSafeEqual } from 'node:crypto';
import { unverified } from '../http/problem-error.js';

const SIGNATURE = /^sha256=([0-9a-f]{64})$/;

/** 403 unless Meta signed the raw body with the app's secret (https://developers.facebook.com/docs/graph-api/webhooks/getting-started#validate-payloads). */
export const verifyWhatsapp = (body: Buffer, header: string | undefined, appSecret: string | undefined): void => {
  if (appSecret === undefined) throw unverified('WHATSAPP_APP_SECRET is not set, so nothing is believed.');
  const [, hex = ''] = SIGNATURE.exec(header ?? '') ?? [];
  const given = Buffer.from(hex, 'hex');
  const right = createHmac('sha256', appSecret).update(body).digest();
  if (given.length !== right.length || !timingSafeEqual(given, right))
    throw unverified('The signature does not fit the body.');
};

/** Whether a word is the one that was agreed upon when the webhook was set up. */
export const isVerifyToken = (given: unknown, token: string | undefined): boolean => {
  if (typeof given !== 'string' || token === undefined) return false;
  const [one, other] = [given, token].map((word) => createHmac('sha256', 'verify').update(word).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
};
