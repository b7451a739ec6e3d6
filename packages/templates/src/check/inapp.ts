import type { NotificationType } from '../notification-type.js';
import type { RenderContext } from '../render-context.js';
import type { RenderedInapp } from '../rendered-message.js';
import { checkCard } from './card.js';
import { overLong } from './texts.js';

/** What a card has room for, in characters. */
const MOST = { title: 90, body: 400 } as const;

export const checkInapp = (message: RenderedInapp, type: NotificationType, context: RenderContext): string[] => [
  ...checkCard(message, type, context),
  ...overLong('title', message.title, MOST.title, 'a card has room for'),
  ...overLong('body', message.body, MOST.body, 'a card has room for'),
];
