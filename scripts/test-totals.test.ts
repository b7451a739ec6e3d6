import { expect, it } from 'vitest';
import { testTotals } from './test-totals.mjs';

const file = (status: string, ...tests: string[]) => ({ status, assertionResults: tests.map((t) => ({ status: t })) });
const report = (...testResults: object[]) => JSON.stringify({ numTotalTests: 0, testResults });

it('counts tests over all files; a skipped one is neither', () => {
  const text = report(file('passed', 'passed', 'skipped', 'passed'), file('failed', 'failed', 'passed'));
  expect(testTotals(text)).toEqual({ passed: 3, failed: 1 });
});

it('counts a file that failed without a failed test', () => {
  expect(testTotals(report(file('passed', 'passed'), file('failed')))).toEqual({ passed: 1, failed: 1 });
  expect(testTotals(report(file('failed', 'passed', 'skipped')))).toEqual({ passed: 1, failed: 1 });
});

it.each(['', '{ "success": tr', '{}'])('takes %j for a failure: tests that left no report did not pass', (text) => {
  expect(testTotals(text)).toEqual({ passed: 0, failed: 1 });
});
