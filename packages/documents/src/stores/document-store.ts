/** Where finished documents lie. A path is a document's own (`documentPath`): writing it again replaces it whole. */
export interface DocumentStore {
  /** Resolves when the file would survive a crash. A reader sees all of it or nothing. */
  write(path: string, pdf: Uint8Array): Promise<void>;
  /** Rejects with DocumentMissing when there is none. */
  read(path: string): Promise<Uint8Array>;
  close(): void;
}

/** The record says that there is a document, and the store has none under its path. */
export class DocumentMissing extends Error {
  override readonly name = 'DocumentMissing';
}
