import type { NotificationType } from '../notification-type.js';
import type { RenderedWhatsapp } from '../rendered-message.js';
import { emptyParts, overLong, withoutReference } from './texts.js';

/** Characters of a template's body with its parameters in place, and of a free text (Cloud API, "Messages"). */
const MOST = { template: 1024, text: 4096 } as const;

export const checkWhatsapp = ({ text, template }: RenderedWhatsapp, { fixture }: NotificationType): string[] => [
  ...emptyParts({ 'txt part': text }),
  ...overLong('txt part', text, template === null ? MOST.text : MOST.template, 'WhatsApp allows'),
  ...withoutReference('txt part', text, fixture.entity.id),
];
