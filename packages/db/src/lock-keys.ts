/** Keys of PostgreSQL's advisory locks: one number each, or two things that have nothing to do with each other wait. */

/** Held while a database is migrated. */
export const MIGRATION_LOCK = 727_111;

/** Held while devices are given up: whoever does counts first, and two at once would each fill the limit. */
export const PRUNING_LOCK = 727_112;
