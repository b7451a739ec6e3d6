import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8').replace(/\s+/g, ' ');

describe.each(['README.md', 'docs/guarantees.md'])('R-8.12 %s', (path) => {
  it.each([
    /durable acceptance/i,
    /at-least-once processing/i,
    /duplicate suppression inside Crier/i,
    /provider deduplication,? where a provider offers it/i,
    /a record of every ambiguous resend/i,
    /not promised.*exactly[- ]once to a person/i,
    /not promised.*delivery after a provider merely accepted/i,
    /not promised.*ordering/i,
  ])('states %s', (sentence) => {
    expect(read(path)).toMatch(sentence);
  });

  it('says "exactly once" only of our own record, or that it is not promised', () => {
    const [, ...after] = read(path).split(/exactly[- ]once/i);
    expect(after.length).toBeGreaterThan(0);
    for (const words of after) expect(words).toMatch(/^"? (is true of our own record only|to a person)/);
  });
});
