import type { Settings } from '@crier/domain';
import { systemClock } from '@crier/runtime';
import type { Run } from './launcher.js';
import type { Place } from './places.js';
import { superviseApp } from './supervise-app.js';

const END_WITH_LAUNCHER = new URL('./end-with-launcher.js', import.meta.url).href;
const RESTART_MS = 1_000;
/** Beyond the time that an app gives its own work. */
const KILL_AFTER_GRACE_MS = 5_000;

export interface ProcessesOptions {
  readonly settings: Settings;
  /** With a slash at its end. */
  readonly installation: string;
  /** The environment with these set. */
  readonly environment: (own: Readonly<Record<string, string>>) => NodeJS.ProcessEnv;
  readonly log: { write(line: string): void };
  readonly onPid: (name: string, pid: number) => void;
}

/**
 * Gives every app its process and waits for `ready`; from then on an app that dies is started again. Throws ConfigError when
 * one ends before that. They drain together; the sandbox goes last, for what the sender has in flight.
 */
export const startProcesses = async (
  run: Run,
  places: readonly Place[],
  options: ProcessesOptions,
  ready: () => Promise<void>,
): Promise<{ killAll(): void }> => {
  const { settings, installation, environment, log } = options;
  const apps = places.map(({ name, folder, variable, port, env }) => {
    const app = superviseApp({
      name,
      args: ['--import', END_WITH_LAUNCHER, `${installation}apps/${folder}/dist/main.js`],
      env: environment({ ...env, [variable]: String(port) }),
      onLine: log.write,
      onPid: (pid) => options.onPid(name, pid),
      say: run.say,
      monotonicMs: systemClock.monotonicMs,
      restartMs: RESTART_MS,
      graceMs: settings.SHUTDOWN_GRACE_MS + KILL_AFTER_GRACE_MS,
    });
    return { name, app };
  });
  const stop = (which: (name: string) => boolean) => async () =>
    void (await Promise.all(apps.filter(({ name }) => which(name)).map(({ app }) => app.stop())));
  run.onStop(stop((name) => name === 'sandbox'));
  run.onStop(stop((name) => name !== 'sandbox'));
  await Promise.race([ready(), ...apps.map(({ app }): Promise<never> => app.endedEarly)]);
  for (const { app } of apps) app.keepRunning();
  return {
    killAll: () => {
      for (const { app } of apps) app.kill();
    },
  };
};
