import type { Sql } from '@crier/db';
import type { DocumentStore } from '@crier/documents';
import type { DocumentRenderer, METRICS, RetryPolicy } from '@crier/domain';
import type { Queues } from '@crier/queue';
import type { Clock, Logger, Metrics, Tracer } from '@crier/runtime';

/** What the making of documents needs. */
export interface DocumentDeps {
  readonly sql: Sql;
  readonly queues: Queues;
  readonly renderer: DocumentRenderer;
  readonly store: Pick<DocumentStore, 'write'>;
  readonly retry: RetryPolicy;
  /** Zone of the documents' own dates: the issuer's. */
  readonly timezone: string;
  readonly clock: Pick<Clock, 'monotonicMs' | 'random'>;
  readonly log: Logger;
  readonly metrics: Metrics<typeof METRICS>;
  readonly tracer: Tracer;
}
