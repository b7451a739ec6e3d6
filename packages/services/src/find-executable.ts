import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where programs are looked for when the caller names no folders (the form of PATH). */
export const STANDARD_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/homebrew/bin';

/** The first of `names` found in the folders of `searchPath`, earlier folders first. */
export function findExecutable(names: readonly string[], searchPath: string): string | undefined {
  const candidates = searchPath
    .split(delimiter)
    .flatMap((folder) => (folder ? names.map((name) => join(folder, name)) : []));
  return candidates.find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
