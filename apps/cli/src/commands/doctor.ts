import type { CliDeps, ExitStatus } from '../cli-deps.js';
import { examine } from '../doctor/examine.js';
import type { Finding, Verdict } from '../doctor/finding.js';

const SIGNS: Readonly<Record<Verdict, string>> = { well: '✓', warning: '!', broken: '✗' };

const lines = (findings: readonly Finding[]): string[] => {
  const width = Math.max(...findings.map(({ check }) => check.length));
  return findings.flatMap(({ check, verdict, says, remedy }) => [
    `${SIGNS[verdict]} ${check.padEnd(width)}  ${says}`,
    ...(remedy === null ? [] : [`${' '.repeat(width + 4)}→ ${remedy}`]),
  ]);
};

const summary = (broken: number, warnings: number): string => {
  if (broken + warnings === 0) return 'All well.';
  return `${broken} broken, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}.`;
};

/** `crier doctor`: what the installation stands on and what to do about it. 1 if anything is broken. */
export const doctorCommand = async (deps: CliDeps, options: { json?: boolean }): Promise<ExitStatus> => {
  const findings = await examine(deps);
  const count = (verdict: Verdict) => findings.filter((finding) => finding.verdict === verdict).length;
  const ok = count('broken') === 0;
  if (options.json) deps.out(JSON.stringify({ ok, findings }));
  else deps.out([...lines(findings), '', summary(count('broken'), count('warning'))].join('\n'));
  return ok ? 0 : 1;
};
