import type { SmsSegments } from '@crier/domain';
import { plural } from './numbers.js';

/** `2 segments, 121 code units of UCS-2`. */
export const smsSize = ({ encoding, segments, units }: SmsSegments): string =>
  `${plural(segments, 'segment', 'segments')}, ${units} ${encoding === 'GSM-7' ? 'septets of GSM-7' : 'code units of UCS-2'}`;
