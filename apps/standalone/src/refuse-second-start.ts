import { ConfigError } from '@crier/runtime';
import { readRunFile } from './run-file.js';

const PATIENCE_MS = 1_000;

/** Throws ConfigError when a launcher runs on this data folder. A file that a killed one left behind answers nowhere. */
export const refuseSecondStart = async (folder: string): Promise<void> => {
  const there = readRunFile(folder);
  const intake = there?.urls?.intake;
  if (there === undefined || intake === undefined) return;
  const alive = await fetch(`${intake}/livez`, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    (response) => response.ok,
    () => false,
  );
  if (alive)
    throw new ConfigError(
      `Crier already runs on ${folder} (${intake}): stop it with Ctrl-C or kill ${there.launcherPid}, or give --data another folder`,
    );
};
