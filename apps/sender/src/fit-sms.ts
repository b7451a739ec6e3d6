import { type SmsSegments, shortenSms, smsSegments } from '@crier/domain';
import { type Manifest, type RenderedSms, smsMaxSegmentsIn } from '@crier/templates';

export type FittedSms =
  | { readonly kind: 'fits'; readonly rendered: RenderedSms; readonly sms: SmsSegments; readonly isOver: boolean }
  | { readonly kind: 'too long'; readonly why: string };

/**
 * What becomes of an SMS that has more segments than its manifest allows: it goes all the same (`send`, told in the
 * log), goes shortened, or dies.
 */
export const fitSms = (
  rendered: RenderedSms,
  manifest: Pick<Manifest, 'smsMaxSegments' | 'smsMaxSegmentsByLocale' | 'onOverflow'>,
): FittedSms => {
  const { onOverflow } = manifest;
  const most = smsMaxSegmentsIn(manifest, rendered.locale);
  const sms = smsSegments(rendered.text);
  if (sms.segments <= most) return { kind: 'fits', rendered, sms, isOver: false };
  if (onOverflow === 'send') return { kind: 'fits', rendered, sms, isOver: true };
  if (onOverflow === 'dead')
    return { kind: 'too long', why: `The SMS has ${sms.segments} segments, and its manifest allows ${most}.` };
  const text = shortenSms(rendered.text, most);
  return { kind: 'fits', rendered: { ...rendered, text }, sms: smsSegments(text), isOver: false };
};
