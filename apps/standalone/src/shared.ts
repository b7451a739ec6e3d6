import type { Sql } from '@crier/db';
import type { DocumentStore } from '@crier/documents';
import type { Settings } from '@crier/domain';
import type { Queues, Redis } from '@crier/queue';
import type { Logger, RunningApp } from '@crier/runtime';
import type { TypeCatalog } from '@crier/templates';
import type { Place } from './places.js';

/** What the apps have in common when they live in one process: one client of each kind for all of them. */
export interface Shared {
  readonly settings: Settings;
  readonly catalog: TypeCatalog;
  readonly sql: Sql;
  /** Past a pooler, for LISTEN. */
  readonly directSql: Sql;
  readonly producer: Redis;
  readonly consumer: Redis;
  readonly queues: Queues;
  /** Where finished documents lie. */
  readonly documents: DocumentStore;
  readonly logFor: (app: string) => Logger;
}

/** Starts one app at its place on the shared clients, which it leaves open when it closes. */
export type StartApp = (shared: Shared, place: Place) => Promise<RunningApp>;
