// @ts-check
/** @typedef {import('./source-files.mjs').SourceFile} SourceFile */

const SAYS_NOTHING = /^(utils?|helpers?|common|manager)$/;

/**
 * Files that are not named after the one thing in them, and doors inside a room.
 *
 * @param {readonly SourceFile[]} files
 * @returns {string[]}
 */
export const fileNames = (files) =>
  files.flatMap(({ path }) => {
    const words = path.split('/').flatMap((part) => part.split(/[-.]/));
    const vague = words.find((word) => SAYS_NOTHING.test(word));
    return [
      ...(vague ? [`${path} has "${vague}" in its name: name it after the one thing in it`] : []),
      ...(isInnerDoor(path) ? [`${path} is a door inside a room: src/index.ts is the only one`] : []),
    ];
  });

const isInnerDoor = (/** @type {string} */ path) =>
  /\/index\.(ts|js|mjs)$/.test(path) && !/^(packages|apps)\/[^/]+\/src\/index\.ts$/.test(path);
