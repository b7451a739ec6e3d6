import { z } from 'zod';
import type { RenderContext } from '../render-context.js';

/** Schema of `fixture.json`: what the check renders the type with. */
export const fixtureSchema = z.strictObject({
  entity: z.strictObject({ type: z.string(), id: z.string(), version: z.int().nullable() }),
  occurredAt: z.iso.datetime({ offset: true }),
  recipient: z.strictObject({ name: z.string().nullable() }),
  data: z.record(z.string(), z.unknown()),
});

/**
 * Schema of `longest.json`: what takes the place of the fixture's values when the check asks whether the longest usual ones fit
 * too. Fields of `data` replace the fixture's.
 */
export const longestSchema = z.strictObject({
  entity: z.strictObject({ id: z.string() }).optional(),
  data: z.record(z.string(), z.unknown()).default({}),
});

/** Stands for the recipient's own pages in checks and previews; as long as the real ones, so that sizes are true. */
export const EXAMPLE_LINKS: RenderContext['links'] = {
  preferences: `https://notify.example.com/preferences?token=${'p'.repeat(86)}`,
  unsubscribe: `https://notify.example.com/unsubscribe?token=${'u'.repeat(86)}`,
  document: `https://notify.example.com/documents/${'d'.repeat(32)}?token=${'t'.repeat(86)}`,
};
