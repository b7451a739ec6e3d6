// how fast documents are rendered, and what memory it takes. In a process of its own, so that the memory is that of
// rendering alone; a rate is measured where the process that asks does nothing else.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ORDERS = 200;

/** @param {{ short: boolean, say: (line: string) => void }} options */
export const documents = async ({ short, say }) => {
  const count = short ? ORDERS / 4 : ORDERS;
  const script = fileURLToPath(new URL('../lib/render-documents.mjs', import.meta.url));
  const run = (/** @type {string[]} */ args) =>
    JSON.parse(execFileSync(process.execPath, [script, ...args], { encoding: 'utf8' }));
  const many = run([String(count), '40']);
  const long = run(['1', '500']);
  say(
    `${count} orders of ${many.pages} pages: ${many.perSecond.toFixed(1)}/s, p95 ${many.p95Ms.toFixed(0)} ms, peak ${many.peakMb.toFixed(0)} MB`,
  );
  say(
    `an order of 500 lines, ${long.pages} pages, nothing known of it before: ${long.p95Ms.toFixed(0)} ms, peak ${long.peakMb.toFixed(0)} MB`,
  );
  const row = (
    /** @type {string} */ name,
    /** @type {number} */ ours,
    /** @type {number} */ ceiling,
    /** @type {string} */ unit,
  ) => ({
    name,
    ours,
    ceiling,
    unit,
    ratio: ours / ceiling,
    target: 1,
    better: 'lower',
  });
  return [
    row('documents: p95 of two-page orders', many.p95Ms, 2_000, 'ms'),
    row('documents: peak memory of 200 orders', many.peakMb, 300, 'MB'),
    row('documents: one order of 500 lines', long.p95Ms, 2_000, 'ms'),
    row('documents: peak memory of 500 lines', long.peakMb, 300, 'MB'),
  ];
};
