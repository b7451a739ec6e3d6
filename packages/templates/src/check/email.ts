import type { NotificationType } from '../notification-type.js';
import type { RenderedEmail } from '../rendered-message.js';
import { emptyParts, overLong, withoutReference } from './texts.js';

export const checkEmail = (
  { subject, html, text }: RenderedEmail,
  { manifest, fixture }: NotificationType,
): string[] => [
  ...emptyParts({ subject, 'html part': html, 'txt part': text }),
  ...overLong('subject', subject, manifest.subjectMaxLength, 'the manifest allows'),
  ...withoutReference('subject', subject, fixture.entity.id),
  ...withoutReference('txt part', text, fixture.entity.id),
];
