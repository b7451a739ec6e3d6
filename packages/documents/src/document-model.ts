/** One column of the table of lines. */
export interface Column {
  readonly label: string;
  /** Numbers stand at the end of their column, text at the start. */
  readonly kind: 'text' | 'number';
  /** Share of the width among the text columns. */
  readonly share: number;
}

/** A document as it is set: everything is a text in its language and format already. */
export interface DocumentModel {
  /** BCP 47 language, for hyphenation, fonts and screen readers. */
  readonly language: string;
  readonly isRightToLeft: boolean;
  readonly title: string;
  readonly reference: string;
  /** Who issues it; empty if nobody is named. */
  readonly issuer: string;
  /** Year, month and day for the file's own data. */
  readonly date: readonly [number, number, number];
  readonly parties: readonly { readonly label: string; readonly lines: readonly string[] }[];
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  /** The last one is the document's own sum. */
  readonly totals: readonly { readonly label: string; readonly value: string }[];
  readonly notes: readonly { readonly label: string; readonly lines: readonly string[] }[];
  /** `{page}` and `{pages}` stand for the numbers. */
  readonly pageOf: string;
  /** The ten digits that pages are counted in. */
  readonly digits: string;
}
