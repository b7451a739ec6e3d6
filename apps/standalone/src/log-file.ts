import { existsSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** pino's number for `error`. */
const ERROR = 50;

const readable = (line: string): string | undefined => {
  try {
    const { level, app, msg, err } = JSON.parse(line) as { level: number; app: string; msg: string; err?: string };
    return level < ERROR ? undefined : `${app}: ${msg}${err === undefined ? '' : ` (${err})`}`;
  } catch {
    return undefined;
  }
};

/**
 * Where every app logs while the terminal stays readable: JSON lines in `path`, the last start's kept as `<path>.1`. Errors
 * are also handed to `complain`, as text.
 */
export const createLogFile = (path: string, complain: (text: string) => void): { write(line: string): void } => {
  mkdirSync(dirname(path), { recursive: true });
  if (existsSync(path)) renameSync(path, `${path}.1`);
  const file = openSync(path, 'a', 0o600);
  return {
    write: (line) => {
      writeSync(file, line.endsWith('\n') ? line : `${line}\n`);
      const text = readable(line);
      if (text !== undefined) complain(text);
    },
  };
};
