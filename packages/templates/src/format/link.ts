import { MASK } from '../mask-paths.js';
import { type Format, FormatError } from './format.js';

const parse = (value: unknown): URL | undefined => {
  try {
    return typeof value === 'string' ? new URL(value) : undefined;
  } catch {
    return undefined;
  }
};

/** `{{link url}}`: an absolute http or https address. Escaping alone would let `javascript:` through into an `href`. */
export const createLink = (): Format => ({
  parameters: ['url'],
  write: ([value]) => {
    if (value === MASK) return MASK;
    const url = parse(value);
    if (url?.protocol === 'https:' || url?.protocol === 'http:') return url.href;
    throw new FormatError('needs an absolute http or https address');
  },
});
