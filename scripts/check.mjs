// @ts-check
// What a change must satisfy besides its tests: `npm run check`. One line per step, exit status 1 if any fails.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { houseRules } from './house/house-rules.mjs';
import { cruiseSources } from './law/cruise.mjs';
import { drawPicture, withPicture } from './law/picture.mjs';
import { runSteps } from './run-steps.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const graph = cruiseOnce();

const passed = await runSteps(
  [
    { name: 'lint and format', problems: program(bin('biome'), 'check', '--error-on-warnings', '.') },
    { name: 'types', problems: program(bin('tsc'), '-b') },
    { name: 'types of tests', problems: program(bin('tsc'), '-p', 'tsconfig.tests.json') },
    { name: 'import law', problems: async () => (await graph()).problems },
    { name: 'import picture', problems: picture },
    { name: 'dead code', problems: program(bin('knip'), '--no-progress') },
    { name: 'house rules', problems: () => houseRules(root) },
    { name: 'traceability', problems: program(process.execPath, 'scripts/traceability.mjs') },
  ],
  console.log,
);
process.exitCode = passed ? 0 : 1;

/** What a program says is a problem if its exit status is not 0. */
function program(/** @type {string} */ path, /** @type {string[]} */ ...args) {
  return async () => {
    const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined };
    const child = spawn(path, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
    const [status, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
    const said = `${stdout}${stderr}`.split('\n').filter((line) => line.trim() !== '');
    return status === 0 ? [] : [...said, `${basename(path)} ended with status ${status}`];
  };
}

function bin(/** @type {string} */ name) {
  return join(root, 'node_modules/.bin', name);
}

/** @returns {() => ReturnType<typeof cruiseSources>} */
function cruiseOnce() {
  /** @type {ReturnType<typeof cruiseSources> | undefined} */
  let cruise;
  return () => {
    cruise ??= cruiseSources(root);
    return cruise;
  };
}

async function picture() {
  const document = readFileSync(new URL('../docs/architecture.md', import.meta.url), 'utf8');
  const { modules } = await graph();
  return withPicture(document, drawPicture(modules)) === document
    ? []
    : ['docs/architecture.md shows other imports than there are: npm run picture'];
}
