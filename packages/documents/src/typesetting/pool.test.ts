import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createPool, type Pool, RenderFailed } from './pool.js';

/** A thread that does as its job says. */
const SCRIPT = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', (job) => {
      if (job === 'crash') process.exit(7);
      if (job === 'throw') throw new Error('broken');
      if (job === 'refuse') return parentPort.postMessage({ error: 'no' });
      if (job === 'spin') for (;;);
      if (job === 'silent') return;
      parentPort.postMessage({ pdf: new TextEncoder().encode(job) });
    });`)}`,
);

let pool: Pool;
afterEach(() => pool.close());
const open = (size: number, timeoutMs = 30_000) => {
  pool = createPool({ script: SCRIPT, size, timeoutMs });
  return pool;
};
const textOf = async (job: Promise<Uint8Array>) => new TextDecoder().decode(await job);

describe('R-5.2a a pool of threads', () => {
  it('answers each job with its own answer, however many there are for few threads', async () => {
    const { run } = open(2);
    const jobs = Array.from({ length: 50 }, (_, n) => `job ${n}`);
    expect(await Promise.all(jobs.map((job) => textOf(run(job))))).toEqual(jobs);
  });

  it.each([
    ['crash', 'ended with 7'],
    ['throw', 'broken'],
    ['refuse', 'no'],
  ])('costs one job when a thread says %s', async (job, why) => {
    const { run } = open(1);
    const [bad, good] = [run(job), textOf(run('after'))];
    await expect(bad).rejects.toThrow(why);
    expect(await good).toBe('after');
  });

  it.each(['spin', 'silent'])(
    'ends a thread that is too slow (%s), and goes on with another',
    async (job) => {
      const { run } = open(1, 5_000);
      const [slow, next] = [run(job), textOf(run('after'))];
      await expect(slow).rejects.toThrow(RenderFailed);
      expect(await next).toBe('after');
    },
    60_000,
  );

  it('lets go of a job that nobody wants any more, in a thread and in the line', async () => {
    const { run } = open(1);
    const stop = new AbortController();
    const [running, waiting, other] = [run('silent', stop.signal), run('mine', stop.signal), textOf(run('other'))];
    await turn();
    stop.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
    await expect(waiting).rejects.toThrow('enough');
    expect(await other).toBe('other');
  });

  it('rejects everything when it is closed', async () => {
    const { run, close } = open(1);
    const jobs = [run('silent'), run('line')];
    const ends = Promise.allSettled(jobs);
    await close();
    expect((await ends).map((end) => end.status)).toEqual(['rejected', 'rejected']);
    await expect(run('late')).rejects.toThrow('closed');
  });
});
