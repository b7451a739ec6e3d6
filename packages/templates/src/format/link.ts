import { MASK } from '../mask-paths.js';
import { type Format, FormatError } from './format.js';

const webAddress = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined;
  const { protocol, href } = new URL(value);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
};

/** Whether a text is what `link` prints: a web address, or one that is hidden. */
export const isShownLink = (text: string): boolean => text === MASK || webAddress(text) !== undefined;

/** `{{link url}}`: an absolute http or https address. Escaping alone would let `javascript:` through into an `href`. */
export const createLink = (): Format => ({
  parameters: ['url'],
  staysBare: true,
  write: ([value]) => {
    if (value === MASK) return MASK;
    const address = webAddress(value);
    if (address !== undefined) return address;
    throw new FormatError('needs an absolute http or https address');
  },
});
