/** Looks up the TXT records of a name, as node:dns does: each record in its pieces. */
export type LookUpTxt = (name: string) => Promise<readonly (readonly string[])[]>;

/** `none`: DNS says that there is no such record. `unknown`: DNS did not say. */
export type TxtAnswer =
  | { readonly kind: 'records'; readonly records: readonly string[] }
  | { readonly kind: 'unknown'; readonly why: string };

const NOTHING_THERE = new Set(['ENODATA', 'ENOTFOUND']);

/** It has had TXT records for twenty years: a DNS that does not know it sees nothing of the world. */
const WELL_KNOWN = 'gmail.com';

/** "No such name" of a DNS that knows no names is no answer. */
const nothing = async (lookUp: LookUpTxt): Promise<TxtAnswer> => {
  try {
    await lookUp(WELL_KNOWN);
    return { kind: 'records', records: [] };
  } catch {
    return { kind: 'unknown', why: `DNS can’t be asked from here: it does not even know ${WELL_KNOWN}` };
  }
};

/** The TXT records of `name` that `isOurs`. Never throws. */
export const txtRecords = async (
  lookUp: LookUpTxt,
  name: string,
  isOurs: (record: string) => boolean,
): Promise<TxtAnswer> => {
  try {
    const found = await lookUp(name);
    // A record longer than 255 bytes comes in pieces that belong together as they are (RFC 7208 3.3).
    return { kind: 'records', records: found.map((pieces) => pieces.join('')).filter(isOurs) };
  } catch (error) {
    const { code = 'no answer' } = error as { code?: string };
    return NOTHING_THERE.has(code) ? nothing(lookUp) : { kind: 'unknown', why: `DNS did not say (${code})` };
  }
};
