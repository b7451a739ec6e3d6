import { CHANNELS, isLocale, isTimeZone } from '@crier/domain';
import { z } from 'zod';

/** What `POST /v1/types/:type/preview` takes; all of it may be left out. */
export const previewRequestSchema = z.strictObject({
  data: z.record(z.string(), z.unknown()).optional().meta({ description: 'In place of the type’s own example data' }),
  locale: z
    .string()
    .refine(isLocale, { message: 'is not a BCP 47 language tag such as ne-NP', params: { code: 'bad_locale' } })
    .optional(),
  timezone: z
    .string()
    .refine(isTimeZone, { message: 'is not a time zone such as Asia/Kathmandu', params: { code: 'bad_timezone' } })
    .optional()
    .meta({ description: 'IANA name; default UTC' }),
  channels: z.array(z.enum(CHANNELS)).min(1).optional().meta({ description: 'Default: all that the type goes over' }),
});
