import type { DocumentKind } from './document-kind.js';

/** What a document is made of: the event as it was stored, and for whom it is written. */
export interface DocumentRequest {
  readonly kind: DocumentKind;
  /** The reader's own, with its region, or the default's. */
  readonly locale: string;
  /** IANA zone of the document's own date: the issuer's, so that one document tells everybody one day. */
  readonly timezone: string;
  readonly entity: { readonly type: string; readonly id: string; readonly version: number | null };
  /** ISO 8601, with an offset. */
  readonly occurredAt: string;
  readonly data: unknown;
}

/**
 * Makes a PDF (R-5.2a). The same request gives the same bytes. Rejects with DocumentRefused for what can never be written; any
 * other error may pass, and the document is tried again.
 */
export interface DocumentRenderer {
  render(request: DocumentRequest, signal?: AbortSignal): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** The event does not carry what the document needs: trying again gives the same. The message names fields, never values. */
export class DocumentRefused extends Error {
  override readonly name = 'DocumentRefused';
}
