import type { RenderedPush } from '../rendered-message.js';
import { renderCard } from './card.js';
import type { MessageParts } from './message-parts.js';

export const renderPush = (parts: MessageParts): RenderedPush => ({ channel: 'push', ...renderCard(parts) });
