import { REDRIVEN_REASONS } from '@crier/domain';
import type { SqlOrTx } from '../client.js';

/**
 * Whether what a dead letter `x` of a delivery `d` died of passes by itself (R-8.3a): the providers were down, or the renderer
 * was. A document that was refused for what it is made from stays so. Scalar, so that each is looked up and not all are read.
 */
export const isOfPassingCause = (sql: SqlOrTx) => sql`
  (x.reason = ANY(${[...REDRIVEN_REASONS]}::text[]) OR x.reason = 'document_failed' AND coalesce(
    (SELECT NOT t.refused FROM documents t WHERE t.id = d.document_id), false))`;
