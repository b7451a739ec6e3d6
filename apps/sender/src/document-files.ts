import { loseDocument, readReadyDocument, type Sql } from '@crier/db';
import { DocumentMissing, type DocumentStore } from '@crier/documents';
import { type DocumentKind, documentFileName, type EmailAttachment } from '@crier/domain';

/** An event's recipients come together: its files are read once for all of them. */
const KEPT_FILES = 10;

/**
 * The files of documents, as an email carries them; undefined for one that is not there, which a replay
 * then makes anew. Rejects when the store can't be
 * reached: that may pass.
 */
export const createDocumentFiles = (
  sql: Sql,
  store: Pick<DocumentStore, 'read'>,
): ((id: string) => Promise<EmailAttachment | undefined>) => {
  const kept = new Map<string, Promise<EmailAttachment | undefined>>();
  const read = async (id: string): Promise<EmailAttachment | undefined> => {
    const document = await readReadyDocument(sql, id);
    if (document === undefined) return undefined;
    const filename = documentFileName(document.kind as DocumentKind, document.entityId);
    try {
      return { filename, contentType: 'application/pdf', content: await store.read(document.path) };
    } catch (error) {
      if (!(error instanceof DocumentMissing)) throw error;
      await loseDocument(sql, id);
      return undefined;
    }
  };
  return (id) => {
    const known = kept.get(id) ?? read(id);
    kept.delete(id);
    kept.set(id, known);
    for (const oldest of [...kept.keys()].slice(0, -KEPT_FILES)) kept.delete(oldest);
    known.then(
      (file) => file ?? kept.delete(id),
      () => kept.delete(id),
    );
    return known;
  };
};
