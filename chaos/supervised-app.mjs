import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

const RESTART_MS = 1_000;
const GRACE_MS = 35_000;

const isOver = (child) => child.exitCode !== null || child.signalCode !== null;

/**
 * One app in a process of its own, which is started again a second after it ended, as a supervisor would. Its words go to
 * `logFile`. The IPC channel ends it when this process is gone.
 */
export const superviseApp = ({ name, role, args, env, logFile }) => {
  const log = createWriteStream(logFile, { flags: 'a' });
  let child;
  let restart;
  let stopping = false;
  let expected = false;
  const tally = { kills: 0, ownDeaths: [] };

  const launch = () => {
    expected = false;
    child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'], detached: true });
    for (const stream of [child.stdout, child.stderr]) stream.pipe(log, { end: false });
    child.once('exit', (code, signal) => {
      if (stopping) return;
      const how = signal ?? `status ${code}`;
      if (!expected) tally.ownDeaths.push(`${name} (${how})`);
      log.write(`-- ended, ${how}${expected ? ', injected' : ''}\n`);
      restart = setTimeout(launch, RESTART_MS);
    });
  };
  launch();
  return {
    name,
    role,
    tally,
    /** kill -9. False: it is down already. */
    kill: () => {
      if (isOver(child)) return false;
      expected = true;
      tally.kills += 1;
      return child.kill('SIGKILL');
    },
    /** SIGSTOP; the function that is returned lets the same process go on, if it lives. */
    pause: () => {
      const paused = child;
      paused.kill('SIGSTOP');
      return () => void paused.kill('SIGCONT');
    },
    /** Drains it. Returns what it ended with: 0 is what the contract asks. */
    stop: async () => {
      stopping = true;
      clearTimeout(restart);
      if (isOver(child)) return 0;
      const gone = once(child, 'exit');
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
      const [code, signal] = await gone;
      clearTimeout(late);
      return signal ?? code;
    },
    /** Ends it at once, for good. */
    end: () => {
      stopping = true;
      clearTimeout(restart);
      child.kill('SIGKILL');
    },
  };
};
