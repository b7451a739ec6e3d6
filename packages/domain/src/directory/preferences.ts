import { z } from 'zod';
import { CHANNELS } from '../channel.js';
import { recipientProfileSchema } from '../event/envelope.js';

/** What somebody wants of each category on each channel; what is not named is wanted. `{ "marketing": { "email": false } }`. */
export type Categories = Readonly<Record<string, Readonly<Record<string, boolean>>>>;

/** Local times of a day as `HH:MM`, half-open: from is quiet, to is not. From after to crosses midnight. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
}

export interface Preferences {
  readonly categories: Categories;
  readonly quietHours?: QuietHours;
  /** IANA. */
  readonly timezone?: string;
}

/** What a person wants who has said nothing. */
export const NOTHING_SAID: Preferences = { categories: {} };

const MAX_CATEGORIES = 100;

const problem = (code: string, message: string) => ({ message, params: { code } });

/** As a manifest names them. */
const category = z
  .string()
  .refine(
    (name) => /^[a-z][a-z0-9_]{0,63}$/.test(name),
    problem('bad_category', 'is not a category: a lower-case word such as "marketing"'),
  );

const timeOfDay = z
  .string()
  .refine((text) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text), problem('bad_time', 'is not a time of day such as 22:00'));

const quietHours = z.strictObject({ from: timeOfDay, to: timeOfDay }).refine(({ from, to }) => from !== to, {
  path: ['to'],
  ...problem('bad_time', 'must differ from "from"; leave quietHours out to have none'),
});

/** Preferences as `PUT /v1/recipients/:id/preferences` takes them. */
export const preferencesSchema = z.strictObject({
  categories: z
    .record(category, z.partialRecord(z.enum(CHANNELS), z.boolean()))
    .refine(
      (categories) => Object.keys(categories).length <= MAX_CATEGORIES,
      problem('too_long', `names more than ${MAX_CATEGORIES} categories`),
    )
    .default({}),
  quietHours: quietHours.optional(),
  timezone: recipientProfileSchema.shape.timezone,
});

/** What was said before, with the change on top: category by category and channel by channel. */
export const mergePreferences = (before: Preferences, change: Partial<Preferences>): Preferences => ({
  ...before,
  ...change,
  categories: {
    ...before.categories,
    ...Object.fromEntries(
      Object.entries(change.categories ?? {}).map(([name, channels]) => [
        name,
        { ...before.categories[name], ...channels },
      ]),
    ),
  },
});
