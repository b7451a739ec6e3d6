import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from '@crier/runtime';
import { z } from 'zod';

const runFileSchema = z.object({
  databaseUrl: z.string(),
  redisUrl: z.string(),
  urls: z.object({ intake: z.string(), board: z.string().optional(), sandbox: z.string().optional() }).loose(),
});
export type RunFile = z.infer<typeof runFileSchema>;

const upward = (folder: string): string[] => {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...upward(parent)];
};

const textAt = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new ConfigError(`${path} can't be read (${code}): run as the user who started Crier`);
  }
};

const parse = (path: string, text: string): RunFile => {
  try {
    return runFileSchema.parse(JSON.parse(text));
  } catch {
    throw new ConfigError(`${path} is not what npm start writes: remove it and start again`);
  }
};

/**
 * What a running `npm start` says about itself: the first `.local/run.json` from `cwd` upward, else that of the
 * installation. Undefined when nothing runs. Throws ConfigError for a file that can't be read.
 */
export const findRunFile = (cwd: string, installation: string): RunFile | undefined => {
  for (const folder of [...upward(cwd), installation]) {
    const path = join(folder, '.local', 'run.json');
    const text = textAt(path);
    if (text !== undefined) return parse(path, text);
  }
  return undefined;
};
