import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createSql, ensurePeople, insertEvents, migrate, requestDocuments, type Sql, storeRouting } from '@crier/db';
import {
  type Channel,
  deliveryIdentity,
  documentIdentity,
  type EmailProvider,
  eventIdentity,
  METRICS,
  type OutgoingEmail,
  type ProviderAnswer,
  parseInstant,
} from '@crier/domain';
import { createClaims, createGate, createRedis, type Redis } from '@crier/queue';
import { createLogger, createMetrics, noTracer, systemClock } from '@crier/runtime';
import { loadTypes, type TypeCatalog } from '@crier/templates';
import { type TestDatabase, type TestRedis, testDatabase, testRedis, until } from '@crier/testkit';
import { createDeliveryRecord } from './delivery-record.js';
import type { SenderDeps } from './sender-deps.js';

const TEMPLATES = fileURLToPath(new URL('../../../templates', import.meta.url));
const EXAMPLES = fileURLToPath(new URL('../../../examples', import.meta.url));

const ACCEPTED = { kind: 'accepted', messageId: 'm', status: 200 } as const;
export const refusal = (over: Partial<Extract<ProviderAnswer, { kind: 'refused' }>> = {}): ProviderAnswer => ({
  kind: 'refused',
  failure: 'transient',
  code: 'ServiceUnavailable',
  status: 503,
  message: 'later',
  retryAfterMs: 0,
  deadReason: 'provider_5xx',
  ...over,
});
export const WITHOUT_ID = refusal({ code: 'accepted_without_id', status: 200, withoutId: true });
export const SILENCE: ProviderAnswer = { kind: 'ambiguous', code: 'timeout', status: undefined, message: 'silence' };
export const NO_CREDENTIALS = refusal({
  failure: 'configuration',
  code: 'InvalidClientTokenId',
  status: 403,
  deadReason: 'rejected',
});
export const BAD_ADDRESS = refusal({
  failure: 'permanent',
  code: 'InvalidParameterValue',
  status: 400,
  deadReason: 'bad_address',
});

const INVOICE = { kind: 'invoice', locale: 'en' } as const;
const dataOf = (type: string): unknown => JSON.parse(readFileSync(`${EXAMPLES}/${type}.json`, 'utf8')).data;

/** What a provider does with a message: whether it takes it, and what it says. */
export interface Behaviour {
  readonly takes: boolean;
  readonly says: ProviderAnswer;
}
export const takes: Behaviour = { takes: true, says: ACCEPTED };
export const says = (answer: ProviderAnswer): Behaviour => ({ takes: false, says: answer });
export const takesAndSays = (answer: ProviderAnswer): Behaviour => ({ takes: true, says: answer });

/** A provider that behaves as it is told, call by call and message by message, then takes all; it counts what it took. */
export const scriptedProvider = (name: string) => {
  const taken = new Map<string, number>();
  const scripts = new Map<string, Behaviour[]>();
  let always: Behaviour = takes;
  let calls = 0;
  const provider: EmailProvider & { calls(): number } = {
    name,
    timeoutMs: 1_000,
    reconciliation: ['callback'],
    callbacksRepeatedWithinMs: 60_000,
    calls: () => calls,
    send: async ({ key }: OutgoingEmail) => {
      calls++;
      const now = scripts.get(key)?.shift() ?? always;
      if (now.takes) taken.set(key, (taken.get(key) ?? 0) + 1);
      return now.says.kind === 'accepted' ? { ...now.says, messageId: `${name}-${calls}` } : now.says;
    },
  };
  return {
    provider,
    copies: (key: string): number => taken.get(key) ?? 0,
    script: (key: string, behaviours: readonly Behaviour[]) => void scripts.set(key, [...behaviours]),
    always: (behaviour: Behaviour) => {
      always = behaviour;
    },
  };
};

/** What a sender stands on, for real, and deliveries to send. */
export const useSender = () => {
  let database: TestDatabase;
  let server: TestRedis;
  let sql: Sql;
  let redis: Redis;
  let catalog: TypeCatalog;
  let made = 0;
  return {
    start: async () => {
      [database, server] = await Promise.all([testDatabase(), testRedis()]);
      await migrate(database.url);
      sql = createSql({ url: database.url, max: 8, app: 'test', genericPlans: true });
      redis = createRedis({ url: server.url, role: 'producer', onError: () => {} });
      catalog = await loadTypes(TEMPLATES);
      await until(async () => redis.status === 'ready', { what: 'the client to connect' });
    },
    stop: async () => {
      redis.disconnect();
      await sql.end({ timeout: 1 });
      await Promise.all([database.drop(), server.stop()]);
    },
    sql: () => sql,
    redis: () => redis,
    /** A routed event of one recipient; the delivery's id. */
    seed: async (
      over: {
        type?: string;
        expiresInMs?: number;
        channel?: Channel;
        address?: string;
        recipient?: string;
        /** It waits for a document, so long. */
        documentWaitMs?: number;
      } = {},
    ): Promise<string> => {
      const type = over.type ?? 'password.reset';
      const occurredAt = new Date().toISOString();
      const at = parseInstant(occurredAt);
      if ('problem' in at) throw new Error(at.problem);
      const entityId = `E-${process.pid}-${++made}`;
      const identity = { mode: 'live', source: 'erp', type, entityType: 'x', entityId, occurredAt: at.micros } as const;
      const expiresAt = over.expiresInMs === undefined ? null : new Date(Date.now() + over.expiresInMs).toISOString();
      const body = JSON.stringify({ data: dataOf(type), recipients: [] });
      const event = {
        ...eventIdentity(identity),
        ...{ mode: 'live', source: 'erp', type, entityType: 'x', entityId, entityVersion: null, occurredAt },
        ...{
          lane: 'critical',
          expiresAt,
          contentHash: createHash('sha256').update(body).digest(),
          traceparent: null,
          body,
        },
      };
      await insertEvents(sql, [event]);
      const { channel = 'email', address = 'u-1@example.com', recipient = 'u-1' } = over;
      const person = (await ensurePeople(sql, [recipient])).get(recipient) as number;
      const documentId = over.documentWaitMs === undefined ? null : documentIdentity(identity, INVOICE).id;
      if (documentId) await requestDocuments(sql, [{ id: documentId, eventId: event.id, ...INVOICE }]);
      const delivery = {
        ...deliveryIdentity(identity, { channel, recipientId: recipient }),
        ...{ channel, person, address, name: null, locale: 'en', timezone: 'UTC', documentId },
      };
      const whole = { from: 0, to: 1, last: true, revision: 0, deliveries: [delivery], decisionSets: [] };
      const own = { eventId: event.id, lane: 'critical', expiresAt, entityVersion: null };
      await storeRouting(sql, [{ ...own, ...whole }], over);
      return delivery.id;
    },
    /** The steps' surroundings as a process has them: a record, claims and gates of its own. */
    deps: (providers: readonly EmailProvider[], over: Partial<SenderDeps> = {}): SenderDeps => {
      const leaseMs = over.leaseMs ?? 1_500;
      const limits = { ratePerSecond: 100_000, concurrency: 1_000, breakerFailures: 1_000, breakerCooldownMs: 100 };
      return {
        record: createDeliveryRecord(sql, { concurrency: 50, leaseMs }),
        claims: createClaims(redis, { windowMs: 86_400_000, nowMs: Date.now }),
        chain: providers.map((provider) => ({
          provider,
          gate: createGate(redis, {
            ...{ ...limits, breakerProbes: 1, probeMs: over.probeMs ?? 100, timeoutMs: provider.timeoutMs },
            ...{ provider: provider.name, process: randomUUID(), monotonicMs: systemClock.monotonicMs },
            onState: () => {},
            onChange: () => {},
          }),
        })),
        onRefused: () => {},
        notice: () => {},
        pushToken: async (tokenId) => ({ kind: 'open', token: `token of ${tokenId}` }),
        documentFile: async () => undefined,
        suppressAddress: async () => {},
        linksFor: ({ document }) => ({
          preferences: 'https://in.example.com/p',
          unsubscribe: 'https://in.example.com/u',
          document: document && `https://in.example.com/d/${document.id}`,
        }),
        listeningMs: async () => undefined,
        typeOf: (name) => catalog.types.get(name),
        showDeadLetter: async () => {},
        retry: { attempts: 6, baseMs: 1, capMs: 10 },
        leaseMs,
        reconcileWindowMs: 50,
        probeMs: 20,
        documentWaitMs: 60_000,
        clock: systemClock,
        log: createLogger({ name: 'test', level: 'silent' }),
        metrics: createMetrics(METRICS, { region: '', app: 'test' }),
        tracer: noTracer,
        ...over,
      };
    },
    /** A gate gives nothing in its first second. */
    openGates: (names: readonly string[]) =>
      Promise.all(names.map((name) => redis.hset(`{crier:gate:${name}}`, 'tat', '1'))),
    row: async (id: string) => {
      const [row] = await sql<
        { state: string; reason: string | null; attempts: number; resends: number; provider: string | null }[]
      >`SELECT state, reason, attempts, resends, provider FROM deliveries WHERE id = ${id}`;
      if (row === undefined) throw new Error(`there is no delivery ${id}`);
      return row;
    },
    log: async (id: string) => {
      const rows = await sql<{ provider: string | null; result: string }[]>`
        SELECT provider, result FROM attempts WHERE id = ${id} ORDER BY seq`;
      return rows.map((row) => `${row.provider ?? '-'} ${row.result}`);
    },
  };
};
