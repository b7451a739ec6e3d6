import { afterEach, describe, expect, it } from 'vitest';
import { type AppProcess, startAppProcess } from './app-process.test-support.js';

const open: AppProcess[] = [];
afterEach(() => {
  for (const { child } of open.splice(0)) child.kill('SIGKILL');
});
const run = async (start: string): Promise<AppProcess> => {
  const app = await startAppProcess(start);
  open.push(app);
  return app;
};

/** A server with one request that takes `ms`; the process says when it holds it, and when it has answered. */
const SERVING = (ms: number, more = ''): string => `async () => {
  const server = await runtime.listen((req, res) => {
    say('asked');
    setTimeout(() => { res.end('done'); say('answered'); }, ${ms});
  }, { host: '127.0.0.1', port: 0, variable: 'X' });
  void fetch(server.url).catch(() => {});
  return { name: 'app', url: server.url, ${more} ...runtime.stopInOrder({
    'requests in flight': () => server.close(60_000),
    'the rest': () => say('stopped'),
  }) };
}`;

describe('R-4.14 a process that is told to stop', { timeout: 30_000 }, () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('(%s) finishes what is in flight and ends with 0', async (signal) => {
    const { child, word, ended } = await run(SERVING(500));
    expect(await word()).toBe('asked');
    child.kill(signal);
    expect(await word()).toBe('answered');
    expect(await word()).toBe('stopped');
    expect(await ended).toEqual({ code: 0, signal: null, stderr: '' });
  });

  it('while it starts, starts to the end and then stops, with 0', async () => {
    const { child, word, ended } = await run(`() => new Promise((resolve) => setTimeout(() => {
      say('started');
      resolve({ name: 'app', url: '', close: async () => say('closed') });
    }, 500))`);
    child.kill('SIGTERM');
    expect(await word()).toBe('started');
    expect(await word()).toBe('closed');
    expect(await ended).toEqual({ code: 0, signal: null, stderr: '' });
  });

  it('ends at once with 1 at the second signal', async () => {
    const { child, word, ended } = await run(SERVING(60_000));
    expect(await word()).toBe('asked');
    child.kill('SIGTERM');
    // A second one of the same name that comes before the first was handled is one signal to the kernel.
    const again = setInterval(() => child.kill('SIGTERM'), 50);
    expect(await ended).toMatchObject({ code: 1, signal: null });
    clearInterval(again);
  });

  it('and can’t, ends with 1 when its time is up, and says what is still open', async () => {
    const { child, word, ended } = await run(SERVING(60_000, 'graceMs: 0,'));
    expect(await word()).toBe('asked');
    child.kill('SIGTERM');
    expect(await ended).toEqual({
      code: 1,
      signal: null,
      stderr: 'app: not stopped after 4000 ms; still open: requests in flight, the rest\n',
    });
  });
});
