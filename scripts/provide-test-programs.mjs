// Tests walk through pages in a real Chromium, and read documents with poppler and qpdf. What is not here and apt can bring is brought.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';

const FOLDERS = (process.env.PATH ?? '').split(':');
const isHere = (program) =>
  FOLDERS.some((folder) => {
    try {
      accessSync(`${folder}/${program}`, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

/** Debian's packages, and whether this machine has what tests need of each. */
const PACKAGES = {
  chromium: () =>
    // biome-ignore lint/suspicious/noUndeclaredEnvVars: of this machine, not of the build
    process.env.CHROMIUM_PATH !== undefined ||
    ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'].some(isHere),
  'poppler-utils': () => ['pdftotext', 'pdffonts', 'pdftoppm'].every(isHere),
  qpdf: () => isHere('qpdf'),
};
const missing = Object.keys(PACKAGES).filter((name) => !PACKAGES[name]());

const run = (args) => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
};
const install = (name) => run(['-qq', 'install', '-y', '--no-install-recommends', name]);

if (missing.length > 0) {
  const isRoot = process.getuid?.() === 0;
  const names = missing.join(', ');
  console.log(isRoot ? `Installing ${names} for the tests (apt-get, once) …` : `Not on this machine: ${names}.`);
  if (isRoot) run(['-qq', 'update']);
  // One by one: what apt does not know keeps nothing else away.
  const failed = missing.filter((name) => !isRoot || !install(name));
  if (failed.length > 0)
    console.log(
      `Tests that need them will fail: apt-get install -y ${failed.join(' ')}. A Chromium elsewhere is named by CHROMIUM_PATH.`,
    );
}
