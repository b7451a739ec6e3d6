import { z } from 'zod';

/** One variable: its parser, what it means (unit included), and its default as it is written in `.env.example`. */
const described = <T extends z.ZodType>(schema: T, about: string): T => schema.describe(about) as T;

const whole = (min: number) =>
  z.coerce.number({ error: 'must be a number' }).int('must be a whole number').min(min, `must be at least ${min}`);

export const optionalText = (about: string) => described(z.string().min(1).optional(), about);
export const int = (fallback: number, about: string, min = 0) => described(whole(min).default(fallback), about);
export const port = (fallback: number, about: string) =>
  described(whole(0).max(65_535, 'must be at most 65535').default(fallback), about);
export const list = (fallback: readonly string[], about: string) =>
  described(
    z
      .string()
      .default(fallback.join(','))
      .transform((value) =>
        value
          .split(',')
          .map((item) => item.trim())
          .filter((item) => item !== ''),
      ),
    about,
  );
export const url = (protocols: readonly string[], about: string) => {
  const names = protocols.map((p) => p.slice(0, -1));
  return described(
    z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
      message: `must be a URL beginning with ${names.map((n) => `${n}://`).join(' or ')}`,
    }),
    about,
  );
};
