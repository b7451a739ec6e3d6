import { FormatError } from './format.js';

const DECIMAL = /^-?\d{1,30}(\.\d{1,30})?$/;

/** A number, or a decimal in a string, which Intl writes digit for digit where a number would round. */
export const readDecimal = (value: unknown): number | Intl.StringNumericLiteral => {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'string' && DECIMAL.test(value)) return value as Intl.StringNumericLiteral;
  throw new FormatError('needs a number, or a decimal in a string such as "1250.50"');
};
