import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { commandOf } from './running-process.js';

const room = fileURLToPath(new URL('..', import.meta.url));
const door = fileURLToPath(new URL('./index.ts', import.meta.url));

/** A process of its own that starts `expression` (it sees startPostgres and startRedis), then runs until it is killed. */
export async function launcher(expression: string): Promise<{ process: ChildProcess; url: string; pid: number }> {
  const script = `
    import { runnerImport } from 'vite';
    const { module: { startPostgres, startRedis } } = await runnerImport(${JSON.stringify(door)}, { configFile: false, logLevel: 'error' });
    const { url, pid } = await ${expression};
    process.send({ url, pid });
    process.once('disconnect', () => process.exit()); // the test is over, however`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: room,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [started] = await once(child, 'message');
  return { process: child, ...(started as { url: string; pid: number }) };
}

/** The processes whose command line names `folder`: the server, its guardian and their launcher. */
export const processesOn = (folder: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => commandOf(Number(pid)))
    .filter((command) => command.includes(folder));

export const guardianOf = (server: number): number =>
  Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${server}/status`, 'utf8'))?.[1]);
