import type { NotificationType } from '../notification-type.js';
import type { RenderContext } from '../render-context.js';
import type { RenderedWhatsapp } from '../rendered-message.js';
import { emptyParts, overLong, withoutReference } from './texts.js';

/** Characters of a template's body with its parameters in place, and of a free text (Cloud API, "Messages"). */
const MOST = { template: 1024, text: 4096 } as const;

export const checkWhatsapp = (
  { text, template }: RenderedWhatsapp,
  _type: NotificationType,
  { entity }: RenderContext,
): string[] => [
  ...emptyParts({ 'txt part': text }),
  ...overLong('txt part', text, template === null ? MOST.text : MOST.template, 'WhatsApp allows'),
  ...withoutReference('txt part', text, entity.id),
];
