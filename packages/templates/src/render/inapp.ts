import type { RenderedInapp } from '../rendered-message.js';
import { renderCard } from './card.js';
import type { MessageParts } from './message-parts.js';

export const renderInapp = (parts: MessageParts): RenderedInapp => ({ channel: 'inapp', ...renderCard(parts) });
