// @ts-check
// node scripts/print-test-totals.mjs REPORT, a file that vitest's JSON reporter wrote
import { existsSync, readFileSync } from 'node:fs';
import { testTotals } from './test-totals.mjs';

const report = process.argv[2] ?? '';
const { passed, failed } = testTotals(existsSync(report) ? readFileSync(report, 'utf8') : '');
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
