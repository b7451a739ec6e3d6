/** Looks up the TXT records of a name, as node:dns does: each record in its pieces. */
export type LookUpTxt = (name: string) => Promise<readonly (readonly string[])[]>;

/** `none`: DNS says that there is no such record. `unknown`: DNS did not say. */
export type TxtAnswer =
  | { readonly kind: 'records'; readonly records: readonly string[] }
  | { readonly kind: 'unknown'; readonly why: string };

const NOTHING_THERE = new Set(['ENODATA', 'ENOTFOUND']);

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
    return NOTHING_THERE.has(code) ? { kind: 'records', records: [] } : { kind: 'unknown', why: code };
  }
};
