// @ts-check
/** The rooms of tier 0: they import nothing of ours. Every other package but the testkit is of tier 1. */
export const TIER_0 = ['domain', 'runtime', 'services'];

/** Files that only tests see: they may import the testkit and development dependencies, and no source imports them. */
export const TEST_FILE = String.raw`\.test(-support)?\.ts$|^(packages|apps)/[^/]+/src/testing/`;

/** The room of a file, as `packages/db`; undefined for a file that lies in none (bench, scripts, the root). */
export const roomOf = (/** @type {string} */ path) => /^((?:packages|apps)\/[^/]+)\//.exec(path)?.[1];
