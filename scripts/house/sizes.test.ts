import { describe, expect, it } from 'vitest';
import { sizes } from './sizes.mjs';

const file = (path: string, lines: number, line = '') => ({ path, text: `${line}\n`.repeat(lines) });
const small = [file('packages/a/src/a.ts', 10), file('packages/a/src/b.ts', 10), file('packages/a/src/c.ts', 10)];
const functionOf = (lines: number) => `const f = () => {\n${'\n'.repeat(lines - 2)}};\n`;

describe('sizes', () => {
  it('allows 400 lines in a file, source or test, and not 401', () => {
    expect(sizes([...small, file('packages/a/src/x.ts', 400), file('packages/a/src/x.test.ts', 400)])).toEqual([]);
    expect(sizes([...small, file('packages/a/src/x.ts', 401)])).toEqual([
      expect.stringContaining('x.ts has 401 lines'),
    ]);
    expect(sizes([...small, file('a/x.test.ts', 401)])).toEqual([expect.stringContaining('x.test.ts has 401 lines')]);
  });

  it('wants a median below 80 lines, of sources without their tests', () => {
    const sources = (lines: number) => [file('a.ts', 1), file('b.ts', lines), file('c.ts', 300)];
    expect(sizes([...sources(79), file('b.test.ts', 200), file('c.test.ts', 200)])).toEqual([]);
    expect(sizes(sources(80))).toEqual([expect.stringContaining('the median source has 80 lines')]);
  });

  it('wants functions below 60 lines, but not in tests', () => {
    const withFunction = (path: string, lines: number) => [...small, { path, text: `\n${functionOf(lines)}` }];
    expect(sizes(withFunction('x.ts', 59))).toEqual([]);
    expect(sizes(withFunction('x.ts', 60))).toEqual([expect.stringContaining('x.ts:2 a function of 60 lines')]);
    expect(sizes(withFunction('x.test.ts', 60))).toEqual([]);
  });
});
