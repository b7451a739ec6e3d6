import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const room = fileURLToPath(new URL('..', import.meta.url));
const door = fileURLToPath(new URL('./index.ts', import.meta.url));

export interface AppProcess {
  readonly child: ChildProcess;
  /** The next word that the app sends. */
  word(): Promise<string>;
  /** How it ended, and what it wrote to stderr. */
  readonly ended: Promise<{ code: number | null; signal: string | null; stderr: string }>;
}

/**
 * A process of its own that runs one app. `start` is the source of `runApp`'s second argument: it sees everything this
 * package exports as `runtime`, and `say(word)` for the test. Resolves when signals are listened for.
 */
export const startAppProcess = async (start: string): Promise<AppProcess> => {
  const script = `
    import { runnerImport } from 'vite';
    const inline = { configFile: false, logLevel: 'error', ssr: { resolve: { conditions: ['@crier/source', 'module', 'node'] } } };
    const { module: runtime } = await runnerImport(${JSON.stringify(door)}, inline);
    const say = (word) => process.send(word);
    const port = { on: process.on.bind(process), stderr: process.stderr, exit: process.exit };
    void runtime.runApp('app', ${start}, port);
    say('listening');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: room,
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  const closed = once(child, 'close');
  const stderr = child.stderr ? text(child.stderr) : Promise.resolve('');
  const words: string[] = [];
  let heard = (): void => {};
  child.on('message', (word) => {
    words.push(String(word));
    heard();
  });
  const word = async (): Promise<string> => {
    while (words.length === 0)
      await new Promise<void>((resolve) => {
        heard = resolve;
      });
    return words.shift() ?? '';
  };
  await word();
  const ended = Promise.all([closed, stderr]).then(([[code, signal], said]) => ({ code, signal, stderr: said }));
  return { child, word, ended };
};
