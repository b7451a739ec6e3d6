import type { NotificationType } from '../notification-type.js';
import type { RenderContext } from '../render-context.js';
import type { RenderedPush } from '../rendered-message.js';
import { checkCard } from './card.js';
import { overLong } from './texts.js';

/** What a phone shows of a closed notification, in characters; the rest is cut. */
const MOST = { title: 65, body: 240 } as const;

/** FCM and APNs carry 4,096 octets, Web Push 3,993 once it is encrypted; our key and the vendor's frame take some of them. */
const MOST_OCTETS = 3_584;

const octetsOf = ({ title, body, url }: RenderedPush): number =>
  Buffer.byteLength(JSON.stringify({ title, body, url }));

export const checkPush = (message: RenderedPush, type: NotificationType, context: RenderContext): string[] => {
  const octets = octetsOf(message);
  return [
    ...checkCard(message, type, context),
    ...overLong('title', message.title, MOST.title, 'a phone shows'),
    ...overLong('body', message.body, MOST.body, 'a phone shows'),
    ...(octets > MOST_OCTETS ? [`the payload has ${octets} octets, the vendors carry ${MOST_OCTETS} of ours`] : []),
  ];
};
