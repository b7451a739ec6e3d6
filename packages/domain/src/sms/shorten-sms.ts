import { smsSegments } from './sms-segments.js';

/** Three full stops: the one character "…" is not in GSM-7 and would halve what fits. */
const ELLIPSIS = '...';
/** No encoding carries more characters in a segment. */
const MOST_PER_SEGMENT = 160;

/**
 * The longest beginning of a text that fits into so many segments, with "..." where it was cut; a text that fits stays as it
 * is. What readers see as one character stays whole, and what is left may be GSM-7 though the whole was not.
 */
export const shortenSms = (text: string, maxSegments: number): string => {
  if (smsSegments(text).segments <= maxSegments) return text;
  const beginning = text.slice(0, MOST_PER_SEGMENT * maxSegments + 1);
  const graphemes = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(beginning)];
  // From the end: a shorter beginning need not take less, as soon as the encoding changes with it.
  for (const { index } of graphemes.reverse()) {
    const shortened = text.slice(0, index).trimEnd() + ELLIPSIS;
    if (smsSegments(shortened).segments <= maxSegments) return shortened;
  }
  return ELLIPSIS;
};
