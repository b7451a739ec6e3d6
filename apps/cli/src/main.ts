import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '@crier/runtime';
import { readEnvironment } from './env.js';
import { runCli } from './run-cli.js';

const readText = async (file: string): Promise<string> => {
  if (file === '-') return text(process.stdin);
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(
      `${file} can't be read: ${error.code === 'ENOENT' ? 'there is no such file' : error.message}`,
    );
  });
};

/** A container may run as a number that no user has. */
const whoTypes = (): string => {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
};

const dns = new Resolver({ timeout: 3_000, tries: 2 });

process.exitCode = await runCli(process.argv.slice(2), {
  environment: readEnvironment,
  cwd: process.cwd(),
  installation: fileURLToPath(new URL('../../..', import.meta.url)),
  readText,
  lookUpTxt: (name) => dns.resolveTxt(name),
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  actor: `cli:${whoTypes()}`,
  nowMs: Date.now,
});
