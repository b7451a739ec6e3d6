import { CHANNELS, type Channel } from '../channel.js';
import { isOptedOut } from '../routing/opt-out.js';

/** What a page of choices must know of a notification type: parts of its manifest, and the channels it has texts for. */
export interface TypeAbout {
  readonly description: string;
  readonly category: string;
  readonly mandatory: boolean;
  readonly channels: readonly Channel[];
}

/** One category as a person chooses by it. */
export interface CategoryChoice {
  readonly category: string;
  /** For people: `purchase_orders` as Purchase orders. */
  readonly title: string;
  /** What it tells of, a sentence for each type. */
  readonly about: readonly string[];
  /** Where its types can go, in one order on every page. */
  readonly channels: readonly Channel[];
  /** Which of its types nobody can leave out. */
  readonly mandatory: 'all' | 'some' | 'none';
}

type Wishes = Readonly<Record<string, Readonly<Record<string, boolean>>>>;

const titleOf = (category: string): string => {
  const words = category.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const byTitle = (one: CategoryChoice, other: CategoryChoice): number => (one.title < other.title ? -1 : 1);

/** The categories of these types, by title. */
export const categoryChoices = (types: Iterable<TypeAbout>): CategoryChoice[] => {
  const groups = new Map<string, TypeAbout[]>();
  for (const type of types) groups.set(type.category, [...(groups.get(type.category) ?? []), type]);
  return [...groups]
    .map(([category, members]) => ({
      category,
      title: titleOf(category),
      about: members.map((type) => type.description),
      channels: CHANNELS.filter((channel) => members.some((type) => type.channels.includes(channel))),
      mandatory: members.every((type) => type.mandatory)
        ? ('all' as const)
        : members.some((type) => type.mandatory)
          ? ('some' as const)
          : ('none' as const),
    }))
    .sort(byTitle);
};

/** Whether a person gets a category on a channel, as the page shows it. */
export const isWanted = (choice: CategoryChoice, channel: Channel, wishes: Wishes): boolean =>
  !isOptedOut({ category: choice.category, mandatory: choice.mandatory === 'all' }, channel, wishes);

/** A box of the page, by name. */
export const boxName = (category: string, channel: Channel): string => `${category}.${channel}`;

/**
 * What a returned page changes: against what it showed, not against what is true by now. A page that lay open does not undo what
 * was said elsewhere meanwhile, as by a click on an unsubscribe link, and a category that came since is not left out by a page
 * that did not show it.
 */
export const changedWishes = (
  choices: readonly CategoryChoice[],
  page: {
    /** The boxes that were on it. */
    readonly shown: ReadonlySet<string>;
    /** Those of them that came ticked. */
    readonly was: ReadonlySet<string>;
    readonly ticked: ReadonlySet<string>;
  },
): Record<string, Partial<Record<Channel, boolean>>> => {
  const changes = choices
    .filter((choice) => choice.mandatory !== 'all')
    .map((choice) => {
      const channels = choice.channels.filter((channel) => {
        const name = boxName(choice.category, channel);
        return page.shown.has(name) && page.ticked.has(name) !== page.was.has(name);
      });
      return [
        choice.category,
        Object.fromEntries(
          channels.map((channel) => [channel, page.ticked.has(boxName(choice.category, channel))] as const),
        ),
      ] as const;
    });
  return Object.fromEntries(changes.filter(([, channels]) => Object.keys(channels).length > 0));
};
