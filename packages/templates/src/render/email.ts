import type { RenderedEmail } from '../rendered-message.js';
import type { MessageParts } from './message-parts.js';
import { oneLine } from './plain-text.js';

export const renderEmailParts = ({ part, locale }: MessageParts): RenderedEmail => ({
  channel: 'email',
  subject: oneLine(part('subject')),
  html: part('html'),
  text: part('txt'),
  locale,
});
