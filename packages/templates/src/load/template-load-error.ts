/** One thing that is wrong with a file under `templates/`; `file` is relative to that folder, `line` starts at 1. */
export interface LoadProblem {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** Takes a problem found while loading, so that one start shows all of them instead of the first. */
export type ReportProblem = (problem: LoadProblem) => void;

/** Templates that can't be loaded. The message has one `file:line: what is wrong` for each problem (R-7.1). */
export class TemplateLoadError extends Error {
  override readonly name = 'TemplateLoadError';
  readonly forOperator = true;
  readonly problems: readonly LoadProblem[];

  constructor(dir: string, problems: readonly LoadProblem[]) {
    const lines = problems.map(
      ({ file, line, message }) => `${file === '' ? dir : `${dir}/${file}`}:${line}: ${message}`,
    );
    super(lines.join('\n'));
    this.problems = problems;
  }
}
