import { createECDH } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fieldErrors } from '../event/field-errors.js';
import { pushRegistrationSchema, toPushRegistration } from './push-registration.js';

const publicKey = (): string => createECDH('prime256v1').generateKeys().toString('base64url');
const P256DH = publicKey();
const AUTH = Buffer.alloc(16, 9).toString('base64url');
const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/dXp1:APA91';
const browser = (keys: object = {}, more: object = {}) => ({
  kind: 'webpush',
  subscription: { endpoint: ENDPOINT, expirationTime: null, keys: { p256dh: P256DH, auth: AUTH, ...keys }, ...more },
});

const faults = (body: unknown): string[] => {
  const { error } = pushRegistrationSchema.safeParse(body, { reportInput: true });
  return fieldErrors(error?.issues ?? []).map(({ pointer, code }) => `${pointer} ${code}`);
};
const registered = (body: unknown) => toPushRegistration(pushRegistrationSchema.parse(body));

describe('registering a device', () => {
  it('takes a token of FCM and APNs, and what a browser says of its subscription', () => {
    expect(registered({ kind: 'fcm', token: 'dXp1:APA91b_-' })).toMatchObject({ kind: 'fcm', token: 'dXp1:APA91b_-' });
    expect(registered({ kind: 'apns', token: 'abc0' })).toMatchObject({ kind: 'apns', token: 'abc0' });
    const { kind, token } = registered(browser());
    expect([kind, JSON.parse(token)]).toEqual([
      'webpush',
      { endpoint: ENDPOINT, keys: { p256dh: P256DH, auth: AUTH } },
    ]);
  });

  it.each([
    ['no kind', { token: 'a' }, ['/kind required']],
    ['a kind that does not exist', { kind: 'pigeon', token: 'a' }, ['/kind not_allowed']],
    ['a token of nothing', { kind: 'fcm', token: '' }, ['/token too_short']],
    ['a token with a line break', { kind: 'fcm', token: 'a\r\nb' }, ['/token bad_token']],
    ['a token with a blank', { kind: 'apns', token: 'a b' }, ['/token bad_token']],
    ['a token of letters that no vendor uses', { kind: 'fcm', token: 'é' }, ['/token bad_token']],
    ['an endless token', { kind: 'fcm', token: 'a'.repeat(4_097) }, ['/token too_long']],
    ['no token', { kind: 'fcm' }, ['/token required']],
    ['a token for a browser', { kind: 'webpush', token: 'a' }, ['/subscription required', '/token unknown_field']],
    ['a subscription for a phone', { ...browser(), kind: 'fcm' }, ['/token required', '/subscription unknown_field']],
    ['a field that does not exist', { kind: 'fcm', token: 'a', device: 'phone' }, ['/device unknown_field']],
    ['a key that is no point', browser({ p256dh: 'B'.repeat(87) }), ['/subscription/keys/p256dh bad_key']],
    ['a key that is cut', browser({ p256dh: P256DH.slice(1) }), ['/subscription/keys/p256dh bad_key']],
    ['an auth that is too short', browser({ auth: 'AAAA' }), ['/subscription/keys/auth bad_key']],
    ['a subscription with more in it', browser({}, { user: 'sita' }), ['/subscription/user unknown_field']],
  ])('refuses %s by its place', (_what, body, expected) => {
    expect(faults(body)).toEqual(expected);
  });
});

describe('a device that registers again is found', () => {
  const hash = (body: unknown): string => registered(body).hash.toString('hex');

  it('by its token, which another vendor may have as well', () => {
    expect(hash({ kind: 'fcm', token: 'a1' })).toBe(hash({ kind: 'fcm', token: 'a1' }));
    expect(hash({ kind: 'fcm', token: 'a1' })).not.toBe(hash({ kind: 'apns', token: 'a1' }));
    expect(hash({ kind: 'fcm', token: 'a1' })).not.toBe(hash({ kind: 'fcm', token: 'A1' }));
  });

  it('of APNs also in capitals, as long as it is hex', () => {
    expect(hash({ kind: 'apns', token: 'AB01' })).toBe(hash({ kind: 'apns', token: 'ab01' }));
    expect(registered({ kind: 'apns', token: 'AB01' }).token).toBe('ab01');
    expect(hash({ kind: 'apns', token: 'Abz' })).not.toBe(hash({ kind: 'apns', token: 'abz' }));
  });

  it('of a browser by its endpoint, though its keys are new', () => {
    expect(hash(browser())).toBe(hash(browser({ p256dh: publicKey() })));
    expect(hash(browser())).not.toBe(hash(browser({}, { endpoint: `${ENDPOINT}2` })));
  });
});
