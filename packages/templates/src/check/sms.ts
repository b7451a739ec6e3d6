import { type SmsSegments, smsSegments } from '@crier/domain';
import { smsMaxSegmentsIn } from '../load/manifest.js';
import type { NotificationType } from '../notification-type.js';
import type { RenderContext } from '../render-context.js';
import type { RenderedSms } from '../rendered-message.js';
import { emptyParts, withoutReference } from './texts.js';

/** `क (U+0915) at 12, after "is approved "`: some of these characters look like their neighbours in GSM-7, or like nothing. */
const placeOf = (text: string, { char, index }: NonNullable<SmsSegments['forcedBy']>): string => {
  const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `${char} (U+${code}) at ${index}, after "${text.slice(Math.max(index - 12, 0), index)}"`;
};

const isLatin = (locale: string): boolean => new Intl.Locale(locale).maximize().script === 'Latn';

/** A letter that languages in Latin script may need (ł, ş) is their price; a curly quote or a foreign letter is a slip. */
const isSlip = (char: string, locale: string): boolean => isLatin(locale) && !/\p{Script=Latin}/u.test(char);

export const checkSms = (
  { text, locale }: RenderedSms,
  { manifest }: NotificationType,
  { entity }: RenderContext,
): string[] => {
  const { encoding, segments, units, forcedBy } = smsSegments(text);
  const most = smsMaxSegmentsIn(manifest, locale);
  const why = forcedBy ? `UCS-2 because of ${placeOf(text, forcedBy)}` : `${units} septets of ${encoding}`;
  const paid = segments > most ? [`the txt part takes ${segments} segments, the manifest allows ${most}: ${why}`] : [];
  const slip =
    forcedBy && isSlip(forcedBy.char, locale) && paid.length === 0
      ? [`the txt part is ${why}: 70 characters fit a segment, not 160`]
      : [];
  return [...emptyParts({ 'txt part': text }), ...paid, ...slip, ...withoutReference('txt part', text, entity.id)];
};
