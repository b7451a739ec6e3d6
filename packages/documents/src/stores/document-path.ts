const PATH = /^\d{4}-\d{2}\/[0-9a-f]{32}\.pdf$/;

/**
 * Path of a document in its store, from its id: `2026-11/<32 hex digits>.pdf`. An id begins with the event's instant, so that
 * the documents of a month lie together, and one event, kind and locale has one path however often it is rendered.
 */
export const documentPath = (id: string): string => {
  const hex = id.replaceAll('-', '');
  const month = new Date(Number.parseInt(hex.slice(0, 12), 16)).toISOString().slice(0, 7);
  return `${month}/${hex}.pdf`;
};

/** Throws for anything that `documentPath` did not make: a path out of the record never leads out of the store. */
export const assertDocumentPath = (path: string): void => {
  if (!PATH.test(path)) throw new Error('this is no path of a document');
};
