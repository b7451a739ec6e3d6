import { randomUUID } from 'node:crypto';
import { OPEN_STATES, STATES } from '@crier/domain';
import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSql, type Sql } from '../client.js';
import { RepeatedRow } from '../once-each.js';
import {
  bury,
  deadLetterOf,
  dueInMs,
  logOf,
  rowOf,
  seedDeliveries,
  seedDelivery,
  startSending,
} from '../record.test-support.js';
import { type AttemptEntry, type Guard, type Transition, transitionDeliveries } from './transition-deliveries.js';

let db: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  db = await testDatabase();
  sql = createSql({ url: db.url, max: 20, app: 'test', genericPlans: true });
});
afterAll(async () => {
  await sql.end();
  await db.drop();
});

const TOKEN = randomUUID();
const to = (id: string, change: Partial<Transition> = {}): Transition => ({
  id,
  guard: { kind: 'open', logSeq: 0 },
  to: 'retrying',
  reason: null,
  dueInMs: 0,
  entry: null,
  ...change,
});
const move = async (transition: Transition): Promise<boolean> =>
  (await transitionDeliveries(sql, [transition])).has(transition.id);
const entry = (change: Partial<AttemptEntry> = {}): AttemptEntry => ({
  provider: 'ses',
  status: 400,
  code: 'Throttling',
  message: 'Maximum sending rate exceeded.',
  result: 'transient',
  ...change,
});

describe('a guard', () => {
  /** A delivery in a state; of the two kinds of `sending` one has a lease that has run out. */
  const SITUATIONS = [...STATES.filter((state) => state !== 'sending'), 'sending, live', 'sending, dead'] as const;
  type Situation = (typeof SITUATIONS)[number];
  const inSituation = async (situation: Situation): Promise<string> => {
    const id = await seedDelivery(sql);
    if (situation.startsWith('sending'))
      await sql`UPDATE deliveries SET state = 'sending', lease_token = ${TOKEN},
        lease_until = clock_timestamp() + ${situation === 'sending, live' ? 60_000 : -1} * interval '1 ms' WHERE id = ${id}`;
    else await sql`UPDATE deliveries SET state = ${situation} WHERE id = ${id}`;
    return id;
  };
  const GUARDS: readonly (readonly [name: string, guard: Guard, passes: readonly Situation[]])[] = [
    ['one’s own lease', { kind: 'lease', token: TOKEN }, ['sending, live', 'sending, dead']],
    ['the lease of another', { kind: 'lease', token: randomUUID() }, []],
    ['open', { kind: 'open', logSeq: 0 }, OPEN_STATES],
    ['open, as it was read before the last verdict', { kind: 'open', logSeq: -1 }, []],
    ['dead lease', { kind: 'dead_lease' }, ['sending, dead']],
    ['unknown', { kind: 'unknown', logSeq: 0 }, ['unknown']],
    ['unknown, of an earlier window', { kind: 'unknown', logSeq: -1 }, []],
  ];

  describe.each(GUARDS)('%s', (_name, guard, passes) => {
    it.each(SITUATIONS)('in %s', async (situation) => {
      const id = await inSituation(situation);
      const before = await rowOf(sql, id);
      const moved = await move(to(id, { guard, entry: entry() }));
      expect(moved).toBe(passes.includes(situation));
      if (moved) {
        expect(await rowOf(sql, id)).toMatchObject({ state: 'retrying', lease_token: null, lease_until: null });
        expect(await logOf(sql, id)).toHaveLength(1);
      } else {
        expect(await rowOf(sql, id)).toEqual(before);
        expect(await logOf(sql, id)).toEqual([]);
      }
    });
  });

  it('is each delivery’s own in a batch', async () => {
    const { ids } = await seedDeliveries(sql, 3);
    const [mine, open, other] = ids as [string, string, string];
    const token = await startSending(sql, [mine, other]);
    const moved = await transitionDeliveries(sql, [
      to(mine, { guard: { kind: 'lease', token }, to: 'unknown', dueInMs: 900_000 }),
      to(open, { to: 'expired', reason: 'expired' }),
      to(other, { to: 'dead', reason: 'rejected' }),
      to(randomUUID()),
    ]);
    expect(moved).toEqual(new Set([mine, open]));
    expect(await Promise.all(ids.map(async (id) => (await rowOf(sql, id)).state))).toEqual([
      'unknown',
      'expired',
      'sending',
    ]);
    expect(await deadLetterOf(sql, other)).toBeUndefined();
  });

  it('lets one of twenty pass', async () => {
    const id = await seedDelivery(sql);
    const moved = await Promise.all(
      Array.from({ length: 20 }, () => move(to(id, { to: 'dead', reason: 'rejected', entry: entry() }))),
    );
    expect(moved.filter(Boolean)).toHaveLength(1);
    expect(await logOf(sql, id)).toHaveLength(1);
  });

  it('is refused twice for one delivery in a statement', async () => {
    const id = await seedDelivery(sql);
    await expect(
      transitionDeliveries(sql, [to(id), to(id, { to: 'dead', reason: 'rejected' })]),
    ).rejects.toBeInstanceOf(RepeatedRow);
    expect(await rowOf(sql, id)).toMatchObject({ state: 'queued' });
  });

  it('does nothing for nobody', async () => {
    expect(await transitionDeliveries(sql, [])).toEqual(new Set());
  });
});

describe('the due time', () => {
  it.each(['queued', 'retrying', 'held', 'unknown', 'waiting_document', 'pending'] as const)(
    'moves with %s',
    async (state) => {
      const id = await seedDelivery(sql);
      await move(to(id, { to: state, dueInMs: 30_000 }));
      expect(await dueInMs(sql, id)).toBeGreaterThan(25_000);
      expect(await dueInMs(sql, id)).toBeLessThanOrEqual(30_000);
      expect(await rowOf(sql, id)).toMatchObject({ state });
    },
  );

  it.each(['dead', 'expired', 'suppressed'] as const)('ends with %s', async (state) => {
    const id = await seedDelivery(sql);
    await move(to(id, { to: state, reason: state === 'dead' ? 'rejected' : state, dueInMs: 30_000 }));
    expect(await dueInMs(sql, id)).toBeUndefined();
  });

  it('is now for 0', async () => {
    const id = await seedDelivery(sql);
    await sql`UPDATE work SET due_at = now() + interval '1 hour' WHERE delivery_id = ${id}`;
    await move(to(id, { to: 'queued', dueInMs: 0 }));
    expect(await dueInMs(sql, id)).toBeLessThanOrEqual(0);
  });
});

describe('the attempt log', () => {
  it('R-4.8 has an entry for each call, in order, with what the provider said', async () => {
    const id = await seedDelivery(sql);
    for (let n = 1; n <= 3; n++) {
      const token = await startSending(sql, [id]);
      await move(to(id, { guard: { kind: 'lease', token }, entry: entry({ message: `call ${n}` }) }));
    }
    const log = await logOf(sql, id);
    expect(log.map((one) => [one.seq, one.message, one.result])).toEqual(
      [1, 2, 3].map((n) => [n, `call ${n}`, 'transient']),
    );
    expect(await rowOf(sql, id)).toMatchObject({
      attempts: 3,
      provider: 'ses',
      last_error_code: 'Throttling',
      last_error_message: 'call 3',
    });
  });

  it('has none where there is nothing to say, and keeps what was said before', async () => {
    const id = await seedDelivery(sql);
    const guard = { kind: 'open', logSeq: 1 } as const;
    await move(to(id, { entry: entry() }));
    await move(to(id, { guard, entry: null }));
    await move(
      to(id, { guard, entry: entry({ provider: null, status: null, code: null, message: null, result: 'resend' }) }),
    );
    expect((await logOf(sql, id)).map((one) => one.seq)).toEqual([1, 2]);
    expect(await rowOf(sql, id)).toMatchObject({ provider: 'ses', last_error_code: 'Throttling', log_seq: 2 });
  });
});

describe('counting', () => {
  it('R-4.7 takes an attempt back that ended without a verdict, never below none', async () => {
    const id = await seedDelivery(sql);
    const token = await startSending(sql, [id]);
    await move(to(id, { guard: { kind: 'lease', token }, refund: true }));
    expect(await rowOf(sql, id)).toMatchObject({ attempts: 0 });
    await move(to(id, { refund: true }));
    expect(await rowOf(sql, id)).toMatchObject({ attempts: 0 });
  });

  it('R-4.9 admits each resend', async () => {
    const id = await seedDelivery(sql);
    for (let n = 1; n <= 2; n++) {
      const token = await startSending(sql, [id]);
      await move(to(id, { guard: { kind: 'lease', token }, to: 'unknown' }));
      await move(
        to(id, {
          guard: { kind: 'unknown', logSeq: n - 1 },
          to: 'queued',
          resend: true,
          entry: entry({ result: 'resend' }),
        }),
      );
      expect(await rowOf(sql, id)).toMatchObject({ state: 'queued', resends: n });
    }
  });

  it('counts each in a batch for itself', async () => {
    const { ids } = await seedDeliveries(sql, 3);
    await startSending(sql, ids);
    const [a, b, c] = ids as [string, string, string];
    await sql`UPDATE deliveries SET lease_until = now() - interval '1 s' WHERE id = ANY(${ids}::uuid[])`;
    const guard = { kind: 'dead_lease' } as const;
    await transitionDeliveries(sql, [to(a, { guard }), to(b, { guard, refund: true }), to(c, { guard, resend: true })]);
    const counts = await Promise.all(ids.map(async (id) => rowOf(sql, id)));
    expect(counts.map((row) => [row.attempts, row.resends])).toEqual([
      [1, 0],
      [0, 0],
      [1, 1],
    ]);
  });
});

describe('R-8.1 a dead letter', () => {
  it('is opened in the commit that buries the delivery, with the reason', async () => {
    const id = await seedDelivery(sql);
    await move(to(id, { to: 'dead', reason: 'template_error', entry: entry({ result: 'dead' }) }));
    expect(await rowOf(sql, id)).toMatchObject({ state: 'dead', reason: 'template_error' });
    expect(await deadLetterOf(sql, id)).toEqual({ reason: 'template_error', open: true, closed_by: null });
  });

  it('is opened again, with the new reason, when the delivery dies a second time', async () => {
    const id = await seedDelivery(sql);
    await bury(sql, [id], 'rejected');
    await sql`UPDATE dead_letters SET closed_at = now(), closed_by = 'mia', opened_at = now() - interval '1 day' WHERE delivery_id = ${id}`;
    await sql`UPDATE deliveries SET state = 'queued' WHERE id = ${id}`;
    await bury(sql, [id], 'throttled');
    expect(await deadLetterOf(sql, id)).toEqual({ reason: 'throttled', open: true, closed_by: null });
    const [row] =
      await sql`SELECT opened_at > now() - interval '1 minute' AS fresh FROM dead_letters WHERE delivery_id = ${id}`;
    expect(row).toEqual({ fresh: true });
  });

  it('needs a reason: without one nothing moves', async () => {
    const { ids } = await seedDeliveries(sql, 2);
    const [sound, unsound] = ids as [string, string];
    await expect(transitionDeliveries(sql, [to(sound), to(unsound, { to: 'dead', reason: null })])).rejects.toThrow();
    for (const id of ids) expect(await rowOf(sql, id)).toMatchObject({ state: 'queued' });
  });
});
