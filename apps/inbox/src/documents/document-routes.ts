import { isSomebody, loadDocument, readReadyDocument, remakeDocument, type Sql } from '@crier/db';
import { DocumentMissing, type DocumentStore } from '@crier/documents';
import { type DocumentKind, documentFileName, idOfKey, readDocumentToken } from '@crier/domain';
import type { Clock, Logger } from '@crier/runtime';
import { type Request, Router } from 'express';
import { tokenOf } from '../pages/token-of.js';
import { inlineAs } from './content-disposition.js';
import { refusedDocument } from './refused-document.js';

interface DocumentRoutesDeps {
  readonly sql: Sql;
  readonly secrets: readonly string[];
  readonly documents: Pick<DocumentStore, 'read'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** The document that a request may open: its link is ours, of that document, in time, and its person is still known. */
const grantedId = async ({ sql, secrets, clock }: DocumentRoutesDeps, req: Request): Promise<string> => {
  const id = idOfKey(String(req.params.id));
  if (id === undefined) throw refusedDocument('invalid');
  const reading = readDocumentToken(secrets, id, tokenOf(req), clock.nowMs());
  if (reading.kind !== 'valid') throw refusedDocument(reading.kind);
  if (!(await isSomebody(sql, reading.person))) throw refusedDocument('invalid');
  return id;
};

const readyDocument = async (sql: Sql, id: string): Promise<{ path: string; bytes: number; name: string }> => {
  const ready = await readReadyDocument(sql, id);
  if (ready !== undefined)
    return { path: ready.path, bytes: ready.bytes, name: documentFileName(ready.kind as DocumentKind, ready.entityId) };
  const document = await loadDocument(sql, id);
  // Ready by now, it is there for whoever asks again.
  throw refusedDocument(document === undefined ? 'missing' : document.state === 'failed' ? 'failed' : 'pending');
};

/**
 * `GET /documents/:id?token=`: the PDF, shown in the browser. Programs that look at the links in mails fetch it too, and
 * often: it changes nothing, but that a file which its store has lost is made anew, once. It is read whole before the answer begins,
 * so that what is missing or broken gets a page, and a slow reader holds nothing of the store.
 */
export const documentRoutes = (deps: DocumentRoutesDeps): Router => {
  const { sql, documents, log } = deps;
  const read = async (path: string, bytes: number): Promise<Uint8Array> => {
    const pdf = await documents.read(path);
    if (pdf.byteLength !== bytes) throw new DocumentMissing(`${path} is not whole`);
    return pdf;
  };
  const pdfOf = (id: string, path: string, bytes: number): Promise<Uint8Array> =>
    read(path, bytes).catch(async (error: unknown) => {
      log.error({ documentId: id, err: error }, 'a document that was made can’t be read from its store');
      if (!(error instanceof DocumentMissing)) throw refusedDocument('unavailable');
      await remakeDocument(sql, id);
      throw refusedDocument('pending');
    });
  const router = Router();
  router.get('/documents/:id', async (req, res) => {
    const id = await grantedId(deps, req);
    const { path, bytes, name } = await readyDocument(sql, id);
    const pdf = await pdfOf(id, path, bytes);
    res.setHeader('Content-Type', 'application/pdf');
    res.setHeader('Content-Disposition', inlineAs(name));
    res.setHeader('Cache-Control', 'private');
    res.send(pdf);
  });
  return router;
};
