import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { explore } from './explore.mjs';
import { createNumberList } from './number-list.mjs';
import { PLACES } from './state.mjs';
import { strandedState } from './stranded-state.mjs';
import { VARIANTS, type Variant } from './variants.mjs';

/** An exploration takes five seconds of a core of its own, and there may be none. */
const PATIENCE_MS = 120_000;

const README = readFileSync(new URL('README.md', import.meta.url), 'utf8');
const ROWS = ['queued', 'retrying', 'sending', 'unknown', 'accepted', 'delivered', 'dead'];

vi.setConfig({ testTimeout: PATIENCE_MS });

describe('the delivery protocol', () => {
  it('as designed has no bad state, however often anything dies, stalls, runs out or is emptied', () => {
    const { states, ends, places, faults } = explore();
    console.info(`as designed: ${states} states, ${ends} ends`);
    expect(faults).toEqual(new Map());
    expect(README).toContain(`it has ${states.toLocaleString('en')} states`);
    expect(places, 'no step of the model is there for nothing').toEqual(new Set([...Object.keys(PLACES), ...ROWS]));
  });

  it.each(Object.keys(VARIANTS) as Variant[])('catches %s', (variant) => {
    const { costs } = VARIANTS[variant];
    const story = explore(variant, { until: costs }).faults.get(costs);
    expect(story?.[0]).toBe('worker 1 takes the job');
  });

  it.each(Object.keys(VARIANTS))('has %s in its README', (variant) => {
    expect(README).toContain(`| \`${variant}\` |`);
  });

  it('counts the copies as strictly as the record: the stories of too many copies are told to the end', () => {
    const tellOf = (variant: Variant) => explore(variant, { until: 'more-copies' }).faults.get('more-copies');
    expect(tellOf('failover-on-ambiguous')).toEqual([
      'worker 1 takes the job',
      'worker 1 reads the row: it is due',
      'worker 1 claims in Redis',
      'worker 1 moves the row to `sending`   [queued -> sending]',
      'worker 1 sends to the first provider: accepted, and the answer is lost',
      'worker 1 logs the first call, turns to the second',
      'worker 1 sends to the second provider: accepted',
    ]);
    for (const variant of ['blind-retry', 'redis-only', 'unlogged-failover', 'unadmitted-replay'] as const) {
      const copies = tellOf(variant)?.filter((line) => /provider: accepted/.test(line));
      expect(copies, variant).toHaveLength(2);
    }
  });

  it('gives up on a count without end', () => {
    expect(() => explore(undefined, { mostStates: 1_000 })).toThrow(RangeError);
  });
});

describe('a state from which no end can be reached', () => {
  const listOf = (...numbers: number[]) => {
    const list = createNumberList();
    for (const n of numbers) list.push(n);
    return list;
  };
  const stranded = (steps: [number, number][], ends: number[]) =>
    strandedState(
      5,
      { from: listOf(...steps.map(([from]) => from)), to: listOf(...steps.map(([, to]) => to)) },
      listOf(...ends),
    );

  it('is found behind a step that does not lead back, and in a ring that leads nowhere', () => {
    const ring: [number, number][] = [
      [0, 1],
      [1, 4],
      [1, 2],
      [2, 3],
      [3, 2],
    ];
    expect(stranded(ring, [4])).toBe(2);
    expect(stranded([...ring, [3, 0]], [4])).toBeUndefined();
  });
});

describe('the command', () => {
  const run = (...words: string[]) =>
    new Promise<{ status: unknown; said: string }>((resolve) => {
      const main = fileURLToPath(new URL('main.mjs', import.meta.url));
      execFile(process.execPath, [main, ...words], (error, stdout, stderr) =>
        resolve({ status: error?.code ?? 0, said: stdout + stderr }),
      );
    });

  it('tells the story of a variant and exits with 1', async () => {
    const { status, said } = await run('drop-evidence');
    expect(status).toBe(1);
    expect(said).toMatch(
      /BROKEN: we were told that it was accepted, and the record says less\n {2}worker 1 takes the job/,
    );
  });

  it('names the variants when it is asked for another', async () => {
    const { status, said } = await run('no-such-rule');
    expect(status).toBe(2);
    for (const variant of Object.keys(VARIANTS)) expect(said).toContain(variant);
  });
});
