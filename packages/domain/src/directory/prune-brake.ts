/** The span over which `pruneLimit` counts, in ms. */
export const PRUNE_WINDOW_MS = 3_600_000;

/** How many tokens may always be given up within the span. */
export const PRUNE_AT_LEAST = 20;

/**
 * How many tokens of a kind may be given up as unregistered within an hour, of so many in all. Devices leave one by one; when
 * many seem to leave at once it is our credentials, our topic or the vendor that is wrong, and every token would be lost.
 */
export const pruneLimit = (tokens: number): number => Math.max(PRUNE_AT_LEAST, Math.floor(tokens / 10));
