import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { drawSpread, percent } from './draw.mjs';
import { retrySpread } from './spread.mjs';

const picture = readFileSync(new URL('../../docs/img/retry-spread.svg', import.meta.url), 'utf8');
const panels = retrySpread().flatMap(({ title, panels }) =>
  panels.map((panel) => ({ of: `${title}, ${panel.name}`, ...panel })),
);

describe('R-4.8 the picture of 4,000 failures that come back', () => {
  it('is the one that `npm run picture` draws', () => {
    expect(picture).toBe(drawSpread(retrySpread()));
  });

  it('shows each retry and all five, without and with Retry-After', () => {
    expect(panels.map(({ instants }) => instants.length)).toEqual(
      [1, 1, 1, 1, 1, 5, 1, 1, 1, 1, 1, 5].map((n) => n * 4_000),
    );
  });

  it.each(panels)('$of: no second over 5 %, no 100 ms over 1 %, and the picture says how much', (panel) => {
    expect(panel.fullestSecond).toBeLessThan(0.05);
    expect(panel.fullestTenth).toBeLessThan(0.01);
    expect(picture).toContain(
      `fullest second ${percent(panel.fullestSecond)}, fullest 100 ms ${percent(panel.fullestTenth)}</tspan>`,
    );
  });

  it('with Retry-After nobody comes back before it is over', () => {
    const [, asked] = retrySpread();
    for (const { instants } of asked?.panels ?? []) expect(instants[0]).toBeGreaterThanOrEqual(5_000);
  });
});
