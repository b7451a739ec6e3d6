import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPacedWork } from './paced-work.js';

/** As many turns of the event loop, and ms. */
const turns = async (count: number) => {
  for (let n = 0; n < count; n += 1) await vi.advanceTimersByTimeAsync(1);
};

/** Work whose items end when the test says so. */
const heldWork = (items: number) => {
  const ends: ((succeeded: boolean) => void)[] = [];
  const work = createPacedWork<number>(() => new Promise((resolve) => ends.push(resolve)));
  for (let n = 0; n < items; n += 1) work.push(n);
  return { work, ends };
};

describe('paced work', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('has at most fifty under way', async () => {
    const { work, ends } = heldWork(60);
    await turns(60);
    expect(ends).toHaveLength(50);
    ends[0]?.(true);
    await turns(1);
    expect(ends).toHaveLength(51);
    expect(work.size).toBe(59);
  });

  it('has one under way while it fails, and fifty again after the first success', async () => {
    const { ends } = heldWork(200);
    await turns(60);
    for (const end of ends.slice(0, 50)) end(false);
    await turns(1000);
    expect(ends).toHaveLength(51);
    ends[50]?.(false);
    await turns(60);
    expect(ends).toHaveLength(52);
    ends[51]?.(true);
    await turns(60);
    expect(ends).toHaveLength(102);
  });

  it('is tried twenty times a second while it fails, however much is waiting', async () => {
    let tries = 0;
    const work = createPacedWork<number>(async () => {
      tries += 1;
      return false;
    });
    for (let n = 0; n < 200; n += 1) work.push(n);
    await turns(1000);
    expect(tries).toBeGreaterThan(15);
    expect(tries).toBeLessThan(26);
  });

  it('begins a share of what is ready in each turn: one of a few, more of many', async () => {
    const few = heldWork(40);
    await turns(3);
    expect(few.ends.length).toBeLessThan(5);
    const many = heldWork(1000);
    await turns(3);
    expect(many.ends.length).toBeGreaterThan(19);
  });

  it('forgets what was not begun', async () => {
    const { work, ends } = heldWork(10);
    await turns(1);
    const begun = ends.length;
    work.clear();
    await turns(60);
    expect(ends).toHaveLength(begun);
    expect(work.size).toBe(begun);
  });
});
