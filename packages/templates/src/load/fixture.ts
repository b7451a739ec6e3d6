import { z } from 'zod';

/** Schema of `fixture.json`: what the check renders the type with. */
export const fixtureSchema = z.strictObject({
  entity: z.strictObject({ type: z.string(), id: z.string(), version: z.int().nullable() }),
  occurredAt: z.iso.datetime({ offset: true }),
  recipient: z.strictObject({ name: z.string().nullable() }),
  data: z.record(z.string(), z.unknown()),
});
