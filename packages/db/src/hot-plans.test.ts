import { keyOf } from '@crier/domain';
import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordCallbacks } from './callbacks/record-callbacks.js';
import { createSql, type Sql } from './client.js';
import { dueWork } from './deliveries/due-work.js';
import { explainRecipient } from './deliveries/explain.js';
import { loadDeliveries } from './deliveries/load-deliveries.js';
import { newlyDue } from './deliveries/newly-due.js';
import { listEventDeliveries, readDelivery } from './deliveries/read-deliveries.js';
import { recordAccepted } from './deliveries/record-accepted.js';
import { transitionDeliveries } from './deliveries/transition-deliveries.js';
import { settleAll } from './documents/documents.test-support.js';
import { insertEvents } from './events/insert-events.js';
import { readRoutableEvents } from './events/read-events.js';
import { deliverInApp } from './inbox/deliver-in-app.js';
import { claimOutbox, confirmPublished, republishAll } from './outbox/outbox.js';
import { newEvent, seedDeliveries, startSending } from './record.test-support.js';

let databases: TestDatabase[];
let sql: Sql;
/** Where autovacuum came by in a quiet hour. */
let empty: Sql;
beforeAll(async () => {
  databases = await Promise.all([testDatabase(), testDatabase()]);
  const [used, quiet] = databases.map(({ url }) => createSql({ url, max: 1, app: 'test', genericPlans: true }));
  sql = used as Sql;
  empty = quiet as Sql;
  await empty`VACUUM ANALYZE`;
});
afterAll(async () => {
  await Promise.all([sql.end(), empty.end()]);
  await Promise.all(databases.map((database) => database.drop()));
});

/** The claim and the lists of what is due: all that may read a lane or a queue as a whole, as far as it is due. */
const listDue = async (): Promise<void> => {
  await claimOutbox(sql, 'transactional', 10, 60_000);
  await dueWork(sql, 'email', 'transactional', 10);
  await newlyDue(sql, [{ channel: 'email', lane: 'transactional' }], '2026-01-01T00:00:00Z', 10);
};

/** Every other statement that the protocol reads or changes `outbox` or `work` with, once. */
const doEverything = async (): Promise<void> => {
  const event = newEvent();
  await insertEvents(sql, [event]);
  await claimOutbox(sql, event.lane, 10, 60_000);
  await confirmPublished(sql, [event.id], 60_000);
  await republishAll(sql);
  await readRoutableEvents(sql, [event.id]);
  const { event: routed, ids } = await seedDeliveries(sql, 4);
  const [accepted, put, card, dead] = ids as [string, string, string, string];
  await loadDeliveries(sql, ids);
  await settleAll(sql, ids);
  await startSending(sql, [accepted]);
  await recordAccepted(sql, [{ id: accepted, provider: 'ses', messageId: 'm', status: 200, evidence: 'answer' }]);
  const open = { guard: { kind: 'open', logSeq: 0 }, reason: null, entry: null } as const;
  await transitionDeliveries(sql, [
    { ...open, id: put, to: 'retrying', dueInMs: 1_000 },
    { ...open, id: dead, to: 'dead', reason: 'rejected', dueInMs: 0 },
  ]);
  const words = { templateVersion: 'v', title: 't', body: 'b', url: null, collapseGroup: 'g' };
  await deliverInApp(sql, [{ id: card, logSeq: 0, ...words }]);
  const said = { kind: 'delivered', at: new Date().toISOString(), code: null, detail: null } as const;
  await recordCallbacks(sql, [{ ...said, deliveryKey: keyOf(accepted), provider: 'ses', messageId: 'm' }]);
  await listEventDeliveries(sql, routed.id, { limit: 10, cursor: null });
  await readDelivery(sql, accepted);
  await explainRecipient(sql, routed.id, 'u-1');
};

/** What was said of the two tables on this connection. */
const statements = () =>
  sql<{ statement: string; parameters: number }[]>`
    SELECT statement, cardinality(parameter_types) AS parameters FROM pg_prepared_statements
    WHERE statement ~ '\\y(outbox|work)\\y' AND statement !~ 'pg_prepared_statements'`;

interface Plan {
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'TID Cond'?: string;
  readonly Plans?: readonly Plan[];
}
/** Rows by their place or key. */
const ONE = /ctid|event_id|delivery_id|document_id/;
/** The same, or those of a lane or a queue that are due. */
const DUE_OR_ONE = new RegExp(`${ONE.source}|lane.*(publish_again_at|due_at) <=`);
const scansOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(scansOf)];

it('no statement reads the whole outbox or all of the work, though they were empty when it was planned', async () => {
  await listDue();
  const lists = new Set((await statements()).map(({ statement }) => statement));
  expect(lists.size).toBe(3);
  await doEverything();
  const said = await statements();
  expect(said.length).toBeGreaterThan(12);
  const read: string[] = [];
  for (const [n, { statement, parameters }] of said.entries()) {
    await empty.unsafe(`PREPARE s${n} AS ${statement}`);
    const nulls = Array.from({ length: parameters }, () => 'NULL').join();
    const [row] = await empty.unsafe(`EXPLAIN (FORMAT JSON) EXECUTE s${n}${parameters > 0 ? `(${nulls})` : ''}`);
    for (const scan of scansOf(row?.['QUERY PLAN'][0].Plan)) {
      if (!/^(outbox|work)$/.test(scan['Relation Name'] ?? '') || 'Operation' in scan) continue;
      const found = scan['TID Cond'] ?? scan['Index Cond'] ?? 'nothing';
      const rows = lists.has(statement) ? DUE_OR_ONE : ONE;
      if (!rows.test(found)) read.push(`by ${scan['Index Name'] ?? 'none'}, ${found}: ${statement}`);
    }
  }
  expect(read).toEqual([]);
});
