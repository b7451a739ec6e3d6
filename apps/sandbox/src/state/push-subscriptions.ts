import { createECDH, type ECDH, randomBytes } from 'node:crypto';

/** One browser that subscribed. The sandbox plays the browser too: it holds the private key and can read its messages. */
export interface PushSubscription {
  readonly id: string;
  readonly ecdh: ECDH;
  readonly auth: Buffer;
  /** The only VAPID key that may push to it, base64url; undefined = any. */
  readonly applicationServerKey: string | undefined;
}

export interface PushSubscriptions {
  create(applicationServerKey?: string): PushSubscription;
  get(id: string): PushSubscription | undefined;
}

export const createPushSubscriptions = (): PushSubscriptions => {
  const byId = new Map<string, PushSubscription>();
  return {
    create(applicationServerKey) {
      const ecdh = createECDH('prime256v1');
      ecdh.generateKeys();
      const subscription = {
        id: randomBytes(16).toString('base64url'),
        ecdh,
        auth: randomBytes(16),
        applicationServerKey,
      };
      byId.set(subscription.id, subscription);
      return subscription;
    },
    get: (id) => byId.get(id),
  };
};
