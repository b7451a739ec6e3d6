import type { z } from 'zod';
import type { DocumentModel } from '../document-model.js';
import type { Format } from '../format/create-format.js';
import type { Words } from '../words/words.js';

/** In whose words and formats a document is written. */
export interface Pen {
  readonly words: Words;
  readonly format: Format;
}

/** What one kind of document says of its event; title, reference and date are common to all. */
export type KindContent = Pick<DocumentModel, 'issuer' | 'parties' | 'facts' | 'columns' | 'rows' | 'totals' | 'notes'>;

/** One kind of document: what it needs of the event's data, and what it makes of it. */
export interface Kind<S extends z.ZodType = z.ZodType> {
  readonly data: S;
  describe(data: z.output<S>, pen: Pen): KindContent;
}

/** Ties a schema to what reads it. */
export const defineKind = <S extends z.ZodType>(kind: Kind<S>): Kind<S> => kind;
