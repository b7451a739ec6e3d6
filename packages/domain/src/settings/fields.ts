import { z } from 'zod';

/** One variable: its parser and what it means, unit included. Said last: zod's wrappers drop it. */
const described = <T extends z.ZodType>(schema: T, about: string): T => schema.describe(about) as T;

/** A longer timer than this fires at once (Node keeps its ms in 31 bits). */
const LONGEST_TIMER_MS = 2_147_483_647;

const whole = (min: number, max = LONGEST_TIMER_MS) =>
  z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`);

export const optionalText = (about: string) => described(z.string().min(1).optional(), about);
const namesIn = (list: string): string[] => list.split(',').flatMap((name) => name.trim() || []);
/** Comma-separated secrets, at least one. */
export const secrets = (about: string) =>
  described(
    z
      .string()
      .transform(namesIn)
      .refine((given) => given.length > 0, 'must name at least one secret')
      .optional(),
    about,
  );
export const int = (fallback: number, about: string, min = 0, max?: number) =>
  described(whole(min, max).default(fallback), about);
export const port = (fallback: number, about: string) => described(whole(0, 65_535).default(fallback), about);

/** A comma-separated list of some of these, each once, in the order given. */
export const choices = <T extends string>(
  kind: string,
  allowed: readonly [T, ...T[]],
  fallback: readonly T[],
  about: string,
) =>
  described(
    z
      .string()
      .default(fallback.join(','))
      .transform((value) => {
        const items = value.split(',').map((item) => item.trim());
        return [...new Set(items.filter((item) => item !== ''))];
      })
      .pipe(
        z.array(z.enum(allowed, { error: `must be ${kind}s of: ${allowed.join(', ')}` })).min(1, `must name a ${kind}`),
      ),
    about,
  );

/** The text of a URL with one of these protocols, as `URL` names them (`https:`). */
export const urlText = (protocols: readonly string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    message: `must be a URL beginning with ${protocols.map((p) => `${p}//`).join(' or ')}`,
  });
