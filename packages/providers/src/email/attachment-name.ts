import { oneLine } from './header-text.js';

/** Of letters, for programs that know no RFC 2231. */
const PLAIN_LETTERS = 120;
/** Bytes of a name, three characters each: with the plain name in front still no line of 998 (RFC 5322 2.1.1). */
const SECTION = /(?:%[0-9a-f]{2}|[^%]){1,250}/gi;
/** No ASCII, what ends quotes, and what begins an encoded word (RFC 2047), which some programs decode even here. */
const NOT_PLAIN = /[^\x20-\x7e]+|["\\]|=\?/g;

/** A file's name as one line of whole characters: half a surrogate pair has no encoding. */
export const attachmentName = (filename: string): string => Buffer.from(oneLine(filename)).toString();

/**
 * The parameters of a Content-Disposition: what every program reads, and, where that is not the name itself, the name as RFC 2231
 * has it, in sections if it is long (3). Between sections the header is folded, within one never: some programs stop reading there.
 */
export const filenameParameters = (filename: string): string => {
  const name = attachmentName(filename);
  const plain = name.replace(NOT_PLAIN, '_').slice(0, PLAIN_LETTERS);
  if (plain === name) return `filename="${plain}"`;
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  const [first = '', ...further] = encoded.match(SECTION) ?? [];
  const sections =
    further.length === 0
      ? [`filename*=UTF-8''${first}`]
      : [`filename*0*=UTF-8''${first}`, ...further.map((section, n) => `filename*${n + 1}*=${section}`)];
  return `filename="${plain}"; ${sections.join(';\r\n ')}`;
};
