// @ts-check
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const TESTS = ['src/**/*.test.ts', 'src/**/*.test-support.ts', 'src/testing'];

/**
 * Rooms whose package.json and tsconfig.json tell different stories: the workspace packages that a room depends on are
 * the projects it references, the root builds every room, a package's name is its folder's, and no test is built.
 *
 * @param {string} root
 * @returns {string[]}
 */
export function roomFiles(root) {
  const rooms = ['packages', 'apps'].flatMap((place) =>
    readdirSync(join(root, place))
      .map((folder) => `${place}/${folder}`)
      .filter((room) => existsSync(join(root, room, 'package.json'))),
  );
  const built = references(root, '.');
  return [
    ...rooms.filter((room) => !built.includes(room)).map((room) => `tsconfig.json does not reference ${room}`),
    ...rooms.flatMap((room) => problemsOf(root, room)),
  ];
}

/** The folder's name; an app whose package has the same one says that it is the app. @returns {string} */
function nameOf(/** @type {string} */ root, /** @type {string} */ room) {
  const [kind, folder] = room.split('/');
  const isTwin = kind === 'apps' && existsSync(join(root, 'packages', folder ?? '', 'package.json'));
  return `@crier/${folder}${isTwin ? '-app' : ''}`;
}

/** @returns {string[]} */
function problemsOf(/** @type {string} */ root, /** @type {string} */ room) {
  const { name, exports, dependencies = {} } = readJson(root, `${room}/package.json`);
  const needed = Object.keys(dependencies).filter((dependency) => dependency.startsWith('@crier/'));
  const { exclude = [] } = readJson(root, `${room}/tsconfig.json`);
  const tests = TESTS.filter((path) => path.includes('*') || existsSync(join(root, room, path)));
  const referenced = references(root, room).map((other) => readJson(root, `${other}/package.json`).name);
  return [
    ...(name === nameOf(root, room) ? [] : [`${room}/package.json is named ${name}, not ${nameOf(root, room)}`]),
    ...(Object.keys(exports ?? {}).join() === '.'
      ? []
      : [`${room}/package.json exports more or less than its one door "."`]),
    ...tests.filter((path) => !exclude.includes(path)).map((path) => `${room}/tsconfig.json does not exclude ${path}`),
    ...needed.filter((n) => !referenced.includes(n)).map((n) => `${room}/tsconfig.json does not reference ${n}`),
    ...referenced
      .filter((n) => !needed.includes(n))
      .map((n) => `${room}/tsconfig.json references ${n}, package.json does not`),
  ];
}

/** The referenced projects as folders below `root`. @returns {string[]} */
const references = (/** @type {string} */ root, /** @type {string} */ room) =>
  (readJson(root, `${room}/tsconfig.json`).references ?? []).map((/** @type {{ path: string }} */ { path }) =>
    join(room, path),
  );

const readJson = (/** @type {string} */ root, /** @type {string} */ path) =>
  JSON.parse(readFileSync(join(root, path), 'utf8'));
