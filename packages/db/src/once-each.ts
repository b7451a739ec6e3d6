/** The same row twice in one statement: only one of the two could have moved it, and both would be told that they had. */
export class RepeatedRow extends Error {
  override readonly name = 'RepeatedRow';
}

/** Throws RepeatedRow when a row is named twice. Callers who share a statement part, and then one of them is told the truth. */
export const assertOnceEach = (ids: readonly string[]): void => {
  if (new Set(ids).size < ids.length) throw new RepeatedRow('a statement may name each row once');
};
