import type { NotificationType } from '../notification-type.js';
import type { RenderContext } from '../render-context.js';
import type { RenderedEmail } from '../rendered-message.js';
import { emptyParts, overLong, withoutReference } from './texts.js';

/** Gmail shows the rest of a longer page behind a link only, and the way out of a mailing with it. */
const MOST_OCTETS = 102_400;

const overHeavy = (html: string): string[] => {
  const octets = Buffer.byteLength(html);
  return octets > MOST_OCTETS ? [`the html part has ${octets} octets, Gmail shows ${MOST_OCTETS}`] : [];
};

/** What mail programs drop or refuse: the page has to stand without it. */
const UNSAFE = /<(script|link|iframe|form|object|embed|video|audio|svg)\b|\sposition:|display:\s*(flex|grid)|@import/i;

const unsafe = (html: string): string[] => {
  const [found] = UNSAFE.exec(html) ?? [];
  return found === undefined ? [] : [`the html part has ${found.trim()}, which mail programs drop`];
};

export const checkEmail = (
  { subject, html, text }: RenderedEmail,
  { manifest }: NotificationType,
  { entity }: RenderContext,
): string[] => [
  ...emptyParts({ subject, 'html part': html, 'txt part': text }),
  ...overLong('subject', subject, manifest.subjectMaxLength, 'the manifest allows'),
  ...overHeavy(html),
  ...unsafe(html),
  ...withoutReference('subject', subject, entity.id),
  ...withoutReference('txt part', text, entity.id),
];
