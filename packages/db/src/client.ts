import postgres from 'postgres';
import { FAILS_SOON, SERVER_LETS_GO } from './lost-server.js';

/** Timestamps travel as Postgres writes them: a JS Date would cut the microseconds. */
const asWritten = { to: 1184, from: [1184], serialize: (x: string) => x, parse: (x: string) => x };

export type Sql = postgres.Sql<{ ts: string }>;
/** A pool or one transaction of it. Repositories take either. */
export type SqlOrTx = Sql | postgres.TransactionSql<{ ts: string }>;

export interface SqlOptions {
  readonly url: string;
  /** Connections of the pool. */
  readonly max: number;
  /** Shown in pg_stat_activity. */
  readonly app: string;
  /** For the protocol's statements: one plan for ever, and always by index. */
  readonly genericPlans?: boolean;
  /** False: commits don't wait for the disk. Only for what can be rebuilt: the relay's leases, routing; true if left out. */
  readonly durable?: boolean;
  /** How long a statement waits for a server that says nothing, in ms; 15,000 if left out. */
  readonly silenceMs?: number;
}

/**
 * Rows that one hot statement asks for at most. Its plan is kept, and may join two lists by comparing every pair: for 1,000
 * that costs 7 ms instead of 4.5.
 */
export const MOST_AT_ONCE = 1_000;

/**
 * A plan that is made while a table is small and kept for ever must not scan it: the hot statements look up a handful of ids,
 * and an index is right at every size. A join has to name the ids of `outbox` and `work` once more (`= ANY(…)`): they are empty
 * in every quiet hour, when autovacuum looks, and a plan that takes them for empty would read them whole and compare each row
 * with each id (50,000 rows: longer than a server may be silent). `hot-plans.test.ts` holds that.
 */
const HOT = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
};

/**
 * Opens a pool. Nothing connects before the first statement. After a lost server every statement fails at once and the next
 * one tries again: waiting is the caller's decision. A server that is silent counts as lost after `silenceMs`: what it was
 * asked may have happened all the same, as with any lost connection.
 */
export const createSql = (options: SqlOptions): Sql =>
  postgres(options.url, {
    max: options.max,
    types: { ts: asWritten },
    onnotice: () => {},
    ...FAILS_SOON,
    ...(options.silenceMs === undefined ? {} : { silence_timeout: options.silenceMs / 1_000 }),
    idle_timeout: 0,
    max_lifetime: null,
    connection: {
      application_name: `crier-${options.app}`,
      TimeZone: 'UTC',
      ...SERVER_LETS_GO,
      ...(options.genericPlans ? HOT : {}),
      ...(options.durable === false ? { synchronous_commit: 'off' } : {}),
    },
  }) as Sql;

/** `2026-11-30 08:15:00.123+00`, or what Postgres writes into JSON, as the API writes it: `2026-11-30T08:15:00.123Z`. */
export const toIso = (value: string | null): string | null =>
  value === null ? null : value.replace(' ', 'T').replace(/\+00(:00)?$/, 'Z');
