import type { Channel } from '../channel.js';

/** What people choose by: a type's category, and whether it is one that nobody may leave out (security, legal). */
export interface Category {
  readonly category: string;
  readonly mandatory: boolean;
}

/** Every notification type's, by its name. */
export type TypeCategories = ReadonlyMap<string, Category>;

/**
 * Whether somebody has opted out of a category on a channel. What nobody said anything about is wanted; a mandatory
 * category can't be opted out of. Own properties only: `constructor` is no category.
 */
export const isOptedOut = (
  { category, mandatory }: Category,
  channel: Channel,
  categories: Readonly<Record<string, Readonly<Record<string, boolean>>>>,
): boolean => {
  const wishes = !mandatory && Object.hasOwn(categories, category) ? categories[category] : undefined;
  return wishes !== undefined && Object.hasOwn(wishes, channel) && wishes[channel] === false;
};
