import { CHANNELS, recipientProfileSchema } from '@crier/domain';
import { z } from 'zod';

const { locale, timezone } = recipientProfileSchema.shape;

/** What `POST /v1/types/:type/preview` takes; all of it may be left out. */
export const previewRequestSchema = z.strictObject({
  data: z.record(z.string(), z.unknown()).optional().meta({ description: 'In place of the type’s own example data' }),
  locale: locale.meta({ description: 'The recipient’s; default the type’s own' }),
  timezone: timezone.meta({ description: 'IANA name; default UTC' }),
  channels: z.array(z.enum(CHANNELS)).min(1).optional().meta({ description: 'Default: all that the type goes over' }),
});
