import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type BatcherOptions, createBatcher } from './batcher.js';

/** A batcher that answers each text in capitals, remembers its calls, and holds them back while a gate is shut. */
const capitals = (options: Partial<BatcherOptions<string, string>> = {}) => {
  const calls: string[][] = [];
  const gates: (() => void)[] = [];
  let held = false;
  let flying = 0;
  let most = 0;
  const batcher = createBatcher<string, string>({
    maxBatch: 100,
    flights: 1,
    isShared: () => false,
    ...options,
    run: async (items) => {
      calls.push([...items]);
      most = Math.max(most, ++flying);
      try {
        if (held) await new Promise<void>((resolve) => gates.push(resolve));
        if (options.run) return await options.run(items);
        return items.map((item) => item.toUpperCase());
      } finally {
        flying--;
      }
    },
  });
  return {
    calls,
    ...batcher,
    waiting: () => batcher.waiting,
    mostFlying: () => most,
    all: (items: readonly string[]) => Promise.allSettled(items.map((item) => batcher.submit(item))),
    hold: () => {
      held = true;
    },
    /** Lets the oldest call that is held back go on. */
    release: async () => {
      gates.shift()?.();
      await nextTurn();
    },
    releaseAll: async () => {
      held = false;
      for (const open of gates.splice(0)) open();
      await nextTurn();
    },
  };
};
const values = (results: readonly PromiseSettledResult<string>[]) =>
  results.map((r) => (r.status === 'fulfilled' ? r.value : `!${(r.reason as Error).message}`));

describe('a batcher', () => {
  it('sends callers of one turn together, and answers each with its own', async () => {
    const { calls, all } = capitals();
    expect(values(await all(['a', 'b', 'c']))).toEqual(['A', 'B', 'C']);
    expect(calls).toEqual([['a', 'b', 'c']]);
  });

  it('leaves in the same turn of the event loop when it is idle, without a timer', async () => {
    const { calls, submit } = capitals();
    const answer = submit('a');
    await nextTurn();
    expect(calls).toEqual([['a']]);
    expect(await answer).toBe('A');
    void submit('b');
    await nextTurn();
    expect(calls).toHaveLength(2);
  });

  it('gathers in order what arrives while every flight is taken', async () => {
    const { calls, submit, hold, release, releaseAll, waiting } = capitals();
    hold();
    const answers = [submit('a')];
    await nextTurn();
    for (const item of ['b', 'c', 'd']) {
      answers.push(submit(item));
      await nextTurn();
    }
    expect(calls).toEqual([['a']]);
    expect(waiting()).toBe(3);
    await release();
    expect(calls).toEqual([['a'], ['b', 'c', 'd']]);
    expect(waiting()).toBe(0);
    await releaseAll();
    expect(await Promise.all(answers)).toEqual(['A', 'B', 'C', 'D']);
  });

  it.each([1, 2, 3])('has up to %i calls in flight and never more', async (flights) => {
    const run = async (items: readonly string[]) => {
      await nextTurn();
      return items.map((item) => item.toUpperCase());
    };
    const { all, mostFlying, calls } = capitals({ flights, maxBatch: 2, run });
    const items = Array.from({ length: 20 }, (_, i) => `i${i}`);
    expect(values(await all(items))).toEqual(items.map((item) => item.toUpperCase()));
    expect(mostFlying()).toBe(flights);
    expect(calls.flat()).toEqual(items);
  });

  it('never puts more than maxBatch into one call', async () => {
    const { all, calls } = capitals({ maxBatch: 3 });
    await all(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
    expect(calls).toEqual([['a', 'b', 'c'], ['d', 'e', 'f'], ['g']]);
  });

  it('never puts more than maxWeight into one call, but one item always fits', async () => {
    const { all, calls } = capitals({ maxWeight: 5, weigh: (item) => item.length });
    await all(['aa', 'bbb', 'c', 'dddddddd', 'e', 'ffff', 'g']);
    expect(calls).toEqual([['aa', 'bbb'], ['c'], ['dddddddd'], ['e', 'ffff'], ['g']]);
  });

  it('goes on after a batch that failed', async () => {
    let fails = true;
    const { submit } = capitals({
      run: async (items) => {
        if (fails) throw new Error('down');
        return [...items];
      },
    });
    await expect(submit('a')).rejects.toThrow('down');
    fails = false;
    await expect(submit('b')).resolves.toBe('b');
  });
});

describe('a shared call that fails', () => {
  const poisoned = (...bad: readonly string[]) => ({
    run: async (items: readonly string[]) => {
      const guilty = items.filter((item) => bad.includes(item));
      if (guilty.length > 0) throw new Error(`bad ${guilty.join()}`);
      return items.map((item) => item.toUpperCase());
    },
  });

  it('is split until the guilty item stands alone and only its caller is told', async () => {
    const { all, calls } = capitals(poisoned('c'));
    expect(values(await all(['a', 'b', 'c', 'd', 'e']))).toEqual(['A', 'B', '!bad c', 'D', 'E']);
    expect(calls.filter((call) => call.includes('c')).at(-1)).toEqual(['c']);
  });

  it('finds each of several guilty items', async () => {
    const items = Array.from({ length: 16 }, (_, i) => `i${i}`);
    const { all } = capitals(poisoned('i0', 'i7', 'i15'));
    const expected = items.map((item) => (['i0', 'i7', 'i15'].includes(item) ? `!bad ${item}` : item.toUpperCase()));
    expect(values(await all(items))).toEqual(expected);
  });

  it('costs about two calls for each halving, not one for each item', async () => {
    const { all, calls } = capitals(poisoned('i37'));
    await all(Array.from({ length: 64 }, (_, i) => `i${i}`));
    expect(calls.length).toBe(1 + 2 * Math.log2(64));
  });

  it('keeps to its flight while it is split', async () => {
    const { all, mostFlying } = capitals({ ...poisoned('b', 'y'), maxBatch: 4 });
    await all(['a', 'b', 'c', 'd', 'x', 'y', 'z']);
    expect(mostFlying()).toBe(1);
  });

  it('is not split when the error is everybody’s: nobody asks a dead server again', async () => {
    const { all, calls } = capitals({
      isShared: (error) => (error as Error).message === 'connection lost',
      run: async () => {
        throw new Error('connection lost');
      },
    });
    expect(values(await all(['a', 'b', 'c', 'd']))).toEqual(Array(4).fill('!connection lost'));
    expect(calls).toHaveLength(1);
  });

  it('stops splitting when the server dies meanwhile', async () => {
    const { all, calls } = capitals({
      isShared: (error) => (error as Error).message === 'connection lost',
      run: async (items) => {
        throw new Error(items.length === 4 ? 'bad row' : 'connection lost');
      },
    });
    expect(values(await all(['a', 'b', 'c', 'd']))).toEqual(Array(4).fill('!connection lost'));
    expect(calls.map((call) => call.length)).toEqual([4, 2, 2]);
  });

  it('is told apart from one that throws before it returns a promise, which is handled alike', async () => {
    const batcher = createBatcher<string, string>({
      maxBatch: 10,
      flights: 1,
      isShared: () => true,
      run: () => {
        throw new Error('thrown at once');
      },
    });
    await expect(batcher.submit('a')).rejects.toThrow('thrown at once');
    await expect(batcher.submit('b')).rejects.toThrow('thrown at once');
  });
});

describe('an answer of the wrong length', () => {
  it.each([
    ['too short', (items: readonly string[]) => items.slice(1)],
    ['too long', (items: readonly string[]) => [...items, 'x']],
    ['empty', () => []],
  ])('%s is everybody’s error, and what may have been done is not done again', async (_, answer) => {
    const { all, calls } = capitals({ run: async (items) => answer(items) });
    const results = values(await all(['a', 'b', 'c']));
    expect(new Set(results)).toEqual(new Set([expect.stringMatching(/^!a batch of 3 answered \d$/)]));
    expect(calls).toHaveLength(1);
  });
});
