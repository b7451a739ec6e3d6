import { fileURLToPath } from 'node:url';
import { createSql, type Sql } from '@crier/db';
import { METRICS } from '@crier/domain';
import { createLogger, createMetrics, listen, noTracer, systemClock } from '@crier/runtime';
import { loadTypes } from '@crier/templates';
import { testDatabase } from '@crier/testkit';
import type { Express } from 'express';
import type { BacklogLimits } from './back-pressure.js';
import { createIntake } from './create-intake.js';
import type { DirectoryOptions } from './directory-options.js';
import { createEventStore } from './events/store-events.js';

export const KEY = 'test-key';
export const TEMPLATES = fileURLToPath(new URL('../../../templates', import.meta.url));

const WIDE: BacklogLimits = {
  transactional: { events: 1_000_000, ageMs: 3_600_000 },
  bulk: { events: 1_000_000, ageMs: 3_600_000 },
};

export const DIRECTORY: DirectoryOptions = {
  encryptionKeys: ['key of the tests'],
  linkSecrets: ['secret of the tests'],
  localEndpoints: true,
};

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at answers field by field
  readonly json: any;
}

export interface IntakeUnderTest {
  readonly url: string;
  readonly sql: Sql;
  readonly app: Express;
  /** Sends JSON (or text as it is) with the development key. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  close(): Promise<void>;
}

/** A listening intake on a fresh database. `databaseUrl` overrides where it stores, to test a database that is away. */
export const startIntake = async (
  options: {
    databaseUrl?: string;
    storageTimeoutMs?: number;
    backlogLimits?: BacklogLimits;
    commitQueueBytes?: number;
    directory?: DirectoryOptions;
  } = {},
): Promise<IntakeUnderTest> => {
  const database = options.databaseUrl === undefined ? await testDatabase() : undefined;
  const databaseUrl = options.databaseUrl ?? database?.url ?? '';
  const sql = createSql({ url: databaseUrl, max: 5, app: 'intake-test', genericPlans: true });
  const { app, close: closeIntake } = createIntake({
    sql,
    store: createEventStore(sql),
    catalog: await loadTypes(TEMPLATES),
    developmentKey: KEY,
    maxAgeDays: 400,
    storageTimeoutMs: options.storageTimeoutMs ?? 5_000,
    backlogLimits: options.backlogLimits ?? WIDE,
    commitQueueBytes: options.commitQueueBytes ?? 2 ** 26,
    directory: options.directory ?? DIRECTORY,
    clock: systemClock,
    log: createLogger({ name: 'intake-test', level: 'silent' }),
    metrics: createMetrics(METRICS, { region: '', app: 'intake-test' }),
    tracer: noTracer,
  });
  const server = await listen(app, { host: '127.0.0.1', port: 0, variable: 'INTAKE_PORT' });
  return {
    url: server.url,
    sql,
    app,
    send: async (method, path, body, headers = {}) => {
      const text =
        body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
      const response = await fetch(`${server.url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${KEY}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(text === undefined ? {} : { body: text as string }),
      });
      const answer = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        json: answer === '' ? undefined : JSON.parse(answer),
      };
    },
    close: async () => {
      await server.close();
      closeIntake();
      await sql.end({ timeout: 1 });
      await database?.drop();
    },
  };
};

let n = 0;
/** A valid event that was never posted before; fields of `over` replace its own. */
export const anEvent = (over: Record<string, unknown> = {}): Record<string, unknown> => ({
  type: 'purchase_order.approved',
  entity: { type: 'purchase_order', id: `PO-${process.pid}-${n++}`, version: 1 },
  occurredAt: new Date().toISOString(),
  data: { amount: 12.5 },
  recipients: [{ id: 'u-1', email: 'sita@example.com' }],
  ...over,
});
