import type { NotificationType } from '../notification-type.js';
import type { RenderContext } from '../render-context.js';
import type { RenderedWhatsapp } from '../rendered-message.js';
import { emptyParts, overLong, withoutReference } from './texts.js';

/** Characters of a template's body with its parameters in place, and of a free text (Cloud API, "Messages"). */
const MOST = { template: 1024, text: 4096 } as const;

/** Characters of a one-time code (Cloud API, "Authentication templates"). */
const MOST_OF_CODE = 15;

/** The words around a one-time code are Meta's: they name nothing else, and take no other parameter. */
const codeProblems = ([code = '', ...more]: readonly string[]): string[] =>
  code === '' || more.length > 0
    ? [`the params part has ${code === '' ? 0 : more.length + 1} parameters, WhatsApp takes the code alone`]
    : overLong('params part', code, MOST_OF_CODE, 'WhatsApp allows a code');

export const checkWhatsapp = (
  { text, template }: RenderedWhatsapp,
  { manifest }: NotificationType,
  { entity }: RenderContext,
): string[] => [
  ...emptyParts({ 'txt part': text }),
  ...overLong('txt part', text, template === null ? MOST.text : MOST.template, 'WhatsApp allows'),
  ...(manifest.whatsapp?.category === 'authentication'
    ? codeProblems(template?.parameters ?? [])
    : withoutReference('txt part', text, entity.id)),
];
