import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What runs, for the `crier` command and for scripts (contract, "Two commands"). */
export interface RunFileContent {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly urls: Readonly<Record<string, string>>;
  readonly pids: Readonly<Record<string, number>>;
}

export interface RunFile {
  write(content: RunFileContent): void;
  /** Removes it, unless another launcher has written its own meanwhile. */
  remove(): void;
}

/** `run.json` in `folder`. It names the database with its password, so only its owner may read it. */
export const createRunFile = (folder: string, launcherPid: number): RunFile => {
  const path = join(folder, 'run.json');
  return {
    write: (content) => {
      const whole = `${JSON.stringify({ ...content, launcherPid }, null, 2)}\n`;
      writeFileSync(`${path}.${launcherPid}`, whole, { mode: 0o600 });
      renameSync(`${path}.${launcherPid}`, path);
    },
    remove: () => {
      const there = readRunFile(folder);
      if (there?.launcherPid === launcherPid) rmSync(path, { force: true });
    },
  };
};

/** What is written there, by whomever; undefined when there is nothing or nonsense. */
export const readRunFile = (folder: string): (RunFileContent & { readonly launcherPid: number }) | undefined => {
  try {
    return JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'));
  } catch {
    return undefined;
  }
};
