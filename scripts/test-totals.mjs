// @ts-check
/** @typedef {{ status: string, assertionResults: { status: string }[] }} FileResult */

/**
 * `N passed, N failed` from the text of vitest's JSON report. A file that failed without a failed test (it does not
 * load, its hook threw) counts as one failed; so does a report that is absent or not a report.
 *
 * @param {string} report
 */
export function testTotals(report) {
  const files = read(report);
  if (!files) return { passed: 0, failed: 1 };
  const tests = files.flatMap((file) => file.assertionResults);
  const count = (/** @type {string} */ status) => tests.filter((test) => test.status === status).length;
  const broken = files.filter((file) => file.status === 'failed' && !file.assertionResults.some(isFailed)).length;
  return { passed: count('passed'), failed: count('failed') + broken };
}

const isFailed = (/** @type {{ status: string }} */ test) => test.status === 'failed';

/** @returns {FileResult[] | undefined} */
function read(/** @type {string} */ report) {
  try {
    const { testResults } = JSON.parse(report);
    return Array.isArray(testResults) ? testResults : undefined;
  } catch {
    return undefined;
  }
}
