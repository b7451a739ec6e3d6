import { createHmac, timingSafeEqual } from 'node:crypto';
import { unverified } from '../http/problem-error.js';

/** As Twilio signs: HMAC-SHA1 over the address and each field with its value, sorted by name (https://www.twilio.com/docs/usage/security#validating-requests). */
const signatureOf = (authToken: string, url: string, form: URLSearchParams): Buffer => {
  const names = [...new Set(form.keys())].sort();
  const fields = names.flatMap((name) => [...new Set(form.getAll(name))].sort().map((value) => `${name}${value}`));
  return createHmac('sha1', authToken)
    .update(url + fields.join(''))
    .digest();
};

/** What our addresses end with (`packages/providers`). It is not sent; whether it is signed, Twilio does not say: both are its word. */
const ENDINGS = ['', '#rc=5&rp=all'];

/**
 * 403 unless Twilio signed it with this account's auth token. `url` is the address that Twilio was given, as people outside see
 * it: a proxy's own would not fit.
 */
export const verifyTwilio = (
  signed: { readonly signature: string | undefined; readonly url: string; readonly form: URLSearchParams },
  authToken: string | undefined,
): void => {
  if (authToken === undefined) throw unverified('TWILIO_AUTH_TOKEN is not set, so nothing is believed.');
  const given = Buffer.from(signed.signature ?? '', 'base64');
  const fits = ENDINGS.map((ending) => signatureOf(authToken, `${signed.url}${ending}`, signed.form)).some(
    (right) => given.length === right.length && timingSafeEqual(given, right),
  );
  if (!fits) throw unverified('The signature does not fit: look at PUBLIC_URL_CALLBACKS and TWILIO_AUTH_TOKEN.');
};
