import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The process a server's pid file names, if it lives. A number left by a dead server may belong to anybody by now: look at `command`. */
export function runningProcess(pidFile: string): { pid: number; command: string } | undefined {
  const pid = Number.parseInt(textOf(pidFile), 10);
  const command = Number.isNaN(pid) ? '' : commandOf(pid);
  return command === '' ? undefined : { pid, command };
}

/** The command line of a process; empty when there is none, or only its zombie. */
export function commandOf(pid: number): string {
  if (process.platform === 'linux') return textOf(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
  try {
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8', env: {} });
  } catch {
    return '';
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
