import type { RenderSettings } from '../render-context.js';

/** A formatting helper of the template language: `{{money amount currency}}`. Throws `FormatError` for an argument it can't write. */
export interface Format {
  readonly parameters: readonly string[];
  /** Takes the words for each plural form of the language as named arguments. */
  readonly takesForms?: true;
  /** Never isolated from the text around it: words of its own language, or an address, to which nothing may be added. */
  readonly staysBare?: true;
  readonly write: (
    args: readonly unknown[],
    settings: RenderSettings,
    forms: Readonly<Record<string, string>>,
  ) => string;
}

/** Why a value could not be written. The message completes "<expression> …" and never holds the value. */
export class FormatError extends Error {
  override readonly name = 'FormatError';
}
