// @ts-check
/** @typedef {{ name: string, problems: () => string[] | Promise<string[]> }} Step  no problem: the step passed */

/**
 * Runs every step, also after one failed, with a line and the problems for each, then a summary.
 *
 * @param {readonly Step[]} steps
 * @param {(line: string) => void} print
 * @returns {Promise<boolean>} whether all passed
 */
export async function runSteps(steps, print) {
  /** @type {string[]} */
  const failed = [];
  const width = Math.max(...steps.map(({ name }) => name.length));
  for (const { name, problems } of steps) {
    const begun = performance.now();
    const found = await attempt(problems);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1).padStart(6);
    print(`${found.length === 0 ? 'ok    ' : 'FAILED'}  ${name.padEnd(width)} ${seconds} s`);
    for (const problem of found) print(`        ${problem}`);
    if (found.length > 0) failed.push(name);
  }
  print(
    failed.length === 0
      ? `check: all ${steps.length} steps passed`
      : `check: ${failed.length} of ${steps.length} steps failed: ${failed.join(', ')}`,
  );
  return failed.length === 0;
}

/** A step that cannot be tried has not passed. */
async function attempt(/** @type {Step['problems']} */ problems) {
  try {
    return await problems();
  } catch (error) {
    return String(error instanceof Error ? error.stack : error).split('\n');
  }
}
