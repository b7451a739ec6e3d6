import { createHash, ECDH } from 'node:crypto';
import { z } from 'zod';
import { PUSH_KINDS, type PushKind } from '../delivery/outgoing.js';

/** A device as it is kept: `token` is what the vendor is sent to, sealed before it is stored. */
export interface PushRegistration {
  readonly kind: PushKind;
  readonly token: string;
  /** SHA-256 that finds the device again when it registers twice. */
  readonly hash: Buffer;
}

/** zod's word for an issue that it did not find itself. */
const OWN = 'custom' as const;

const problem = (code: string, message: string) => ({ message, params: { code } });

const token = z
  .string()
  .min(1)
  .max(4_096)
  .refine(
    (text) => /^[\x21-\x7e]*$/.test(text),
    problem('bad_token', 'is not a token: printable ASCII without blanks'),
  );

/** A point of P-256, uncompressed: what a push service's browser encrypts for (RFC 8291). */
const isPublicKey = (text: string): boolean => {
  try {
    return /^[\w-]{87}$/.test(text) && ECDH.convertKey(text, 'prime256v1', 'base64url', 'hex', 'uncompressed') !== '';
  } catch {
    return false;
  }
};

/** What `PushSubscription.toJSON()` gives in a browser. */
const subscription = z.strictObject({
  endpoint: z.string().max(2_048),
  expirationTime: z.number().nullish(),
  keys: z.strictObject({
    p256dh: z.string().refine(isPublicKey, problem('bad_key', 'is not a P-256 public key in base64url')),
    auth: z.string().refine((text) => /^[\w-]{22}$/.test(text), problem('bad_key', 'is not 16 bytes in base64url')),
  }),
});

/** `POST /v1/recipients/:id/push-tokens`: a token of FCM or APNs, or a browser's subscription. */
export const pushRegistrationSchema = z
  .strictObject({
    kind: z.enum(PUSH_KINDS),
    token: token.optional(),
    subscription: subscription.optional(),
  })
  .superRefine((given, context) => {
    const browser = given.kind === 'webpush';
    const [wanted, other] = browser ? (['subscription', 'token'] as const) : (['token', 'subscription'] as const);
    const fault = (path: string, what: ReturnType<typeof problem>) =>
      context.addIssue({ code: OWN, path: [path], ...what });
    if (given[wanted] === undefined) fault(wanted, problem('required', `is required for ${given.kind}`));
    if (given[other] !== undefined) fault(other, problem('unknown_field', `does not go with ${given.kind}`));
  });

/**
 * No key in this hash: a vendor's token is long and random, so there is no list of tokens to try, and a device that registers
 * again must be found whatever has become of CRIER_ENCRYPTION_KEY meanwhile.
 */
const hashOf = (kind: PushKind, identity: string): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([kind, identity]))
    .digest();

/** APNs writes its tokens in hex, which some apps have in capitals: the same device all the same. */
const spelled = (kind: PushKind, given: string): string =>
  kind === 'apns' && /^[0-9a-f]+$/i.test(given) ? given.toLowerCase() : given;

/** A registration as it is kept. A browser is its endpoint: it may come back with new keys. */
export const toPushRegistration = (given: z.output<typeof pushRegistrationSchema>): PushRegistration => {
  const { kind } = given;
  if (given.subscription !== undefined) {
    const { endpoint, keys } = given.subscription;
    return { kind, token: JSON.stringify({ endpoint, keys }), hash: hashOf(kind, endpoint) };
  }
  const text = spelled(kind, given.token ?? '');
  return { kind, token: text, hash: hashOf(kind, text) };
};
