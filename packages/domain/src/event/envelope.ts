import { z } from 'zod';
import { CHANNELS } from '../channel.js';
import { LANES } from '../lane.js';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

const line = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !CONTROL.test(text), {
      message: 'must be one line without control characters',
      params: { code: 'control_character' },
    });
const name = (max: number) =>
  line(max).refine((text) => text.trim() !== '', { message: 'must not be empty', params: { code: 'empty' } });

const zones = new Set<string>();
/**
 * Whether Intl knows this time zone. Bare offsets are none (they have no summer time), though newer Nodes take them. Known
 * ones are remembered: asking costs 50 microseconds.
 */
export const isTimezone = (zone: string): boolean => {
  if (zones.has(zone)) return true;
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
  } catch {
    return false;
  }
  if (zones.size < 2000) zones.add(zone);
  return true;
};

/** Whether this is a well-formed BCP 47 language tag. */
export const isLocale = (tag: string): boolean => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
};

const channels = z.array(z.enum(CHANNELS)).min(1).max(CHANNELS.length);
const recipientProfileShape = {
  name: line(200).optional(),
  email: line(320).optional(),
  phone: line(40).optional(),
  whatsapp: line(40).optional(),
  locale: line(35)
    .refine(isLocale, { message: 'is not a BCP 47 language tag such as ne-NP', params: { code: 'bad_locale' } })
    .optional(),
  timezone: line(64)
    .refine(isTimezone, {
      message: 'is not an IANA time zone such as Asia/Kathmandu',
      params: { code: 'bad_timezone' },
    })
    .optional(),
  channels: channels.optional(),
};

const inlineRecipient = z.strictObject({ id: name(128).optional(), ...recipientProfileShape });
const audience = z.strictObject({ audience: name(128) });

/** The envelope of `POST /v1/events` as it may be sent; what needs knowledge (types, clock) is checked by `validateEvent`. */
export const envelopeSchema = z.strictObject({
  type: name(100),
  entity: z.strictObject({ type: name(64), id: name(200), version: z.int().min(0).optional() }),
  occurredAt: z.string().max(40),
  data: z.record(z.string(), z.unknown()).default({}),
  recipients: z.array(z.xor([name(128), audience, inlineRecipient])).optional(),
  channels: channels.optional(),
  priority: z.enum(LANES).optional(),
  expiresAt: z.string().max(40).optional(),
});
export type Envelope = z.infer<typeof envelopeSchema>;

/** One directory entry as `PUT /v1/recipients/:id` takes it. */
export const recipientProfileSchema = z.strictObject(recipientProfileShape);
