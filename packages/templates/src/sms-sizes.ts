import { type SmsSegments, smsSegments } from '@crier/domain';
import { smsMaxSegmentsIn } from './load/manifest.js';
import type { NotificationType, TypeCatalog } from './notification-type.js';
import { type Price, priceOf } from './price.js';
import { renderMessage } from './render-message.js';

/** How one SMS travels: with the fixture, or with the longest usual values. */
export interface SmsSize extends SmsSegments {
  readonly type: string;
  readonly locale: string;
  readonly example: 'fixture' | 'longest';
  /** What the manifest allows. */
  readonly maxSegments: number;
  readonly price: Price;
}

const sizeOf = (type: NotificationType, locale: string, example: SmsSize['example']): SmsSize => {
  const { text } = renderMessage(type, 'sms', { locale, timezone: 'UTC', context: type[example] });
  const size = smsSegments(text);
  const maxSegments = smsMaxSegmentsIn(type.manifest, locale);
  return { type: type.name, locale, example, ...size, maxSegments, price: priceOf(type, 'sms', size) };
};

/** The size of every SMS in every locale. Throws `TemplateError` for one that the check refuses. */
export const smsSizes = ({ types }: TypeCatalog): SmsSize[] =>
  [...types.values()].flatMap((type) =>
    [...(type.channels.get('sms')?.keys() ?? [])].flatMap((locale) =>
      (['fixture', 'longest'] as const).map((example) => sizeOf(type, locale, example)),
    ),
  );
