import { expect, it } from 'vitest';
import { runSteps } from './run-steps.mjs';

const run = async (...steps: Parameters<typeof runSteps>[0]) => {
  const lines: string[] = [];
  const passed = await runSteps(steps, (line) => lines.push(line));
  return { passed, lines };
};
const good = { name: 'good', problems: () => [] };

it('passes when no step finds a problem', async () => {
  const { passed, lines } = await run(good, { name: 'slow', problems: async () => [] });
  expect(passed).toBe(true);
  expect(lines.map((line) => line.slice(0, 12))).toEqual(['ok      good', 'ok      slow', 'check: all 2']);
});

it('shows the problems of a step, goes on, and names it in the summary', async () => {
  const { passed, lines } = await run({ name: 'bad', problems: () => ['x.ts is wrong'] }, good);
  expect(passed).toBe(false);
  expect(lines[0]).toMatch(/^FAILED {2}bad/);
  expect(lines[1]).toBe('        x.ts is wrong');
  expect(lines[2]).toMatch(/^ok {6}good/);
  expect(lines[3]).toBe('check: 1 of 2 steps failed: bad');
});

it('counts a step that throws as failed', async () => {
  const problems = () => Promise.reject(new Error('no module was cruised'));
  const { passed, lines } = await run({ name: 'broken', problems });
  expect(passed).toBe(false);
  expect(lines[1]).toContain('no module was cruised');
});
