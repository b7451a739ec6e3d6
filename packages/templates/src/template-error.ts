/** Where in a template an expression stands; `template` is the path relative to the templates folder. */
export interface ExpressionSite {
  readonly template: string;
  readonly line: number;
  readonly expression: string;
  /** Whether what it prints keeps its own direction in a text that runs the other way. */
  readonly isolated?: boolean;
}

/**
 * A template that could not be rendered with the data at hand (dead letter reason `template_error`).
 * The message names the expression and what is wrong with it, never a value of the data.
 */
export class TemplateError extends Error implements ExpressionSite {
  override readonly name = 'TemplateError';
  readonly template: string;
  readonly version: string;
  readonly expression: string;
  readonly line: number;

  constructor(site: ExpressionSite, version: string, reason: string) {
    super(`${site.template}:${site.line}: ${site.expression} ${reason}`);
    this.template = site.template;
    this.version = version;
    this.expression = site.expression;
    this.line = site.line;
  }
}
