import type { NotificationType } from '../notification-type.js';
import type { RenderContext } from '../render-context.js';
import type { RenderedEmail } from '../rendered-message.js';
import { emptyParts, overLong, withoutReference } from './texts.js';

export const checkEmail = (
  { subject, html, text }: RenderedEmail,
  { manifest }: NotificationType,
  { entity }: RenderContext,
): string[] => [
  ...emptyParts({ subject, 'html part': html, 'txt part': text }),
  ...overLong('subject', subject, manifest.subjectMaxLength, 'the manifest allows'),
  ...withoutReference('subject', subject, entity.id),
  ...withoutReference('txt part', text, entity.id),
];
