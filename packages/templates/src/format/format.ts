import type { RenderSettings } from '../render-context.js';

/** A formatting helper of the template language: `{{money amount currency}}`. Throws `FormatError` for an argument it can't write. */
export interface Format {
  readonly parameters: readonly string[];
  readonly write: (args: readonly unknown[], settings: RenderSettings) => string;
}

/** Why a value could not be written. The message completes "<expression> …" and never holds the value. */
export class FormatError extends Error {
  override readonly name = 'FormatError';
}
