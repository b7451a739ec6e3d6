import { expect, it } from 'vitest';
import { fileNames } from './file-names.mjs';

it.each([
  ['packages/db/src/utils.ts', '"utils"'],
  ['packages/db/src/helpers/claim.ts', '"helpers"'],
  ['apps/relay/src/queue-manager.ts', '"manager"'],
  ['packages/db/src/events/index.ts', 'a door inside a room'],
])('refuses %s', (path, why) => {
  expect(fileNames([{ path, text: '' }])).toEqual([expect.stringContaining(why)]);
});

it('accepts a file that is named after the one thing in it, and the door', () => {
  const paths = ['packages/db/src/index.ts', 'apps/relay/src/index.ts', 'packages/db/src/events/claim-outbox.ts'];
  expect(fileNames(paths.map((path) => ({ path, text: '' })))).toEqual([]);
});
