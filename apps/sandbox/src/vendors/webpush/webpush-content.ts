import type { Content } from '../../send.js';
import type { PushSubscription } from '../../state/push-subscriptions.js';
import { decryptPush } from './decrypt-push.js';

const words = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Title and body as service workers have them: at the top, or in `notification` (declarative Web Push). */
const contentOf = (plain: string): Content => {
  try {
    const value = JSON.parse(plain);
    const shown = value?.notification ?? value;
    if (typeof shown === 'object' && shown !== null)
      return { subject: words(shown.title), text: words(shown.body) ?? plain, html: null };
  } catch {
    // Text that is not JSON is shown as it is.
  }
  return { subject: null, text: plain, html: null };
};

/** What the browser would show. A message that was not encrypted for a subscription of the sandbox stays closed. */
export const webpushContent = (body: Buffer, subscription: PushSubscription | undefined): Content => {
  if (body.length === 0) return { subject: null, text: null, html: null };
  const plain = subscription && decryptPush(body, subscription);
  if (plain) return contentOf(plain.toString());
  return { subject: '(encrypted)', text: `${body.length} bytes that only the subscriber can read`, html: null };
};
