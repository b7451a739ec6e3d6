// The board's tests walk through its pages in a real Chromium. Where there is none and apt can bring it, it is brought.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const isExecutable = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};
const folders = (process.env.PATH ?? '').split(':');
const found =
  // biome-ignore lint/suspicious/noUndeclaredEnvVars: of this machine, not of the build
  process.env.CHROMIUM_PATH !== undefined ||
  folders.some((folder) => NAMES.some((name) => isExecutable(`${folder}/${name}`)));

const run = (args) => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
};

if (!found) {
  const isRoot = process.getuid?.() === 0;
  console.log(isRoot ? 'Installing Chromium for the browser tests (apt-get, once) …' : 'No Chromium here.');
  if (isRoot) run(['-qq', 'update']);
  if (!isRoot || !run(['-qq', 'install', '-y', '--no-install-recommends', 'chromium']))
    console.log('The browser tests will fail: install Chromium (apt-get install -y chromium), or set CHROMIUM_PATH.');
}
