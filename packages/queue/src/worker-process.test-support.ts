import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const room = fileURLToPath(new URL('..', import.meta.url));
const door = fileURLToPath(new URL('./index.ts', import.meta.url));

/** A process of its own with a consumer that takes one job of `queue` in hand and never ends it. Resolves when it has it. */
export const startStuckWorker = async (
  url: string,
  queue: string,
): Promise<{ process: ChildProcess; jobId: string }> => {
  const script = `
    import { runnerImport } from 'vite';
    const inline = { configFile: false, logLevel: 'error', ssr: { resolve: { conditions: ['@crier/source', 'module', 'node'] } } };
    const { module: { createConsumer, createRedis } } = await runnerImport(${JSON.stringify(door)}, inline);
    const redis = createRedis({ url: ${JSON.stringify(url)}, role: 'consumer', onError: console.error });
    createConsumer({
      queue: ${JSON.stringify(queue)}, redis, concurrency: 1, graceMs: 0, onError: console.error,
      handle: ({ id }) => { process.send(id); return new Promise(() => {}); },
    });
    process.once('disconnect', () => process.exit()); // the test is over, however`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: room,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [jobId] = await once(child, 'message');
  return { process: child, jobId: String(jobId) };
};
