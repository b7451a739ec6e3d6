import type { RenderedSms } from '../rendered-message.js';
import type { MessageParts } from './message-parts.js';
import { severalLines } from './plain-text.js';

export const renderSms = ({ part, locale }: MessageParts): RenderedSms => ({
  channel: 'sms',
  text: severalLines(part('txt')),
  locale,
});
