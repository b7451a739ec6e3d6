import { until } from '@crier/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { anEvent, type IntakeUnderTest, startIntake } from './intake.test-support.js';

const HOUR_MS = 3_600_000;
const LANES = ['critical', 'transactional', 'bulk'] as const;

const open: IntakeUnderTest[] = [];
afterEach(() => Promise.all(open.splice(0).map((intake) => intake.close())));
const start = async (options: Parameters<typeof startIntake>[0]): Promise<IntakeUnderTest> => {
  const intake = await startIntake(options);
  open.push(intake);
  return intake;
};

// Each look of these tests posts an event to every lane: transactional has room for as many as it takes to see bulk refused.
const LIMITS = {
  bulk: { events: 20, ageMs: HOUR_MS },
  transactional: { events: 20_000, ageMs: 2 * HOUR_MS },
};

/** `password.reset` is critical by itself and may be lowered to any lane. */
const inLane = (priority: string) => anEvent({ type: 'password.reset', priority });
const statuses = (intake: IntakeUnderTest) =>
  Promise.all(LANES.map(async (lane) => (await intake.send('POST', '/v1/events', inLane(lane))).status));
const untilThey = (intake: IntakeUnderTest, are: readonly number[]) =>
  until(async () => (await statuses(intake)).join() === are.join(), {
    timeoutMs: 60_000,
    what: `the lanes to answer ${are.join(', ')}`,
  });

const fill = (intake: IntakeUnderTest, lane: string, count: number, minutes = 0) => intake.sql`
  INSERT INTO outbox (event_id, lane, created_at)
  SELECT gen_random_uuid(), ${lane}, now() - ${minutes} * interval '1 minute' FROM generate_series(1, ${count}::int)`;
const late = (intake: IntakeUnderTest, channel: string, lane: string, minutes: number) => intake.sql`
  INSERT INTO work (delivery_id, channel, lane, due_at)
  SELECT gen_random_uuid(), ${channel}, ${lane}, now() - ${minutes} * interval '1 minute' FROM generate_series(1, 100)`;

describe('R-1.7 with too much before it', () => {
  it('bulk is refused first, then transactional, critical never; and all are taken when it is worked off', {
    timeout: 200_000,
  }, async () => {
    const intake = await start({ backlogLimits: LIMITS });
    await untilThey(intake, [202, 202, 202]);
    await fill(intake, 'bulk', 21);
    await untilThey(intake, [202, 202, 429]);
    await fill(intake, 'transactional', 20_001);
    await fill(intake, 'critical', 1_000);
    await untilThey(intake, [202, 429, 429]);
    await intake.sql`TRUNCATE outbox`;
    await untilThey(intake, [202, 202, 202]);
  });

  it('the answer is a problem with Retry-After, and nothing was stored', async () => {
    const intake = await start({ backlogLimits: LIMITS });
    await fill(intake, 'bulk', 21);
    await untilThey(intake, [202, 202, 429]);
    const before = await intake.sql`SELECT count(*) FROM events`;
    const { status, headers, json } = await intake.send('POST', '/v1/events', inLane('bulk'));
    expect(status).toBe(429);
    expect(headers.get('content-type')).toContain('application/problem+json');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(json).toMatchObject({ status: 429, code: 'backlogged' });
    expect(json.detail).toContain('more than 20 events');
    expect(await intake.sql`SELECT count(*) FROM events`).toEqual(before);
    expect((await intake.send('POST', '/v1/events', anEvent({ type: 'nothing', priority: 'bulk' }))).status).toBe(422);
  });

  it.each([
    ['events that nobody routes', (intake: IntakeUnderTest) => fill(intake, 'bulk', 1, 61)],
    ['deliveries that nobody sends', (intake: IntakeUnderTest) => late(intake, 'email', 'bulk', 61)],
  ])('a short backlog counts too when it is old: %s', async (_what, age) => {
    const intake = await start({ backlogLimits: LIMITS });
    await age(intake);
    await untilThey(intake, [202, 202, 429]);
  });

  it('an event is refused when one of its channels is late, though nothing waits in the other', async () => {
    const intake = await start({ backlogLimits: LIMITS });
    await late(intake, 'email', 'transactional', 300);
    await untilThey(intake, [202, 429, 429]);
    const both = anEvent({ channels: ['email', 'sms'] });
    expect((await intake.send('POST', '/v1/events', both)).status).toBe(429);
    expect((await intake.send('POST', '/v1/events', anEvent({ channels: ['sms'] }))).status).toBe(202);
  });

  it('R-1.4 a batch tells it of each event, and as a whole only when nothing was taken', async () => {
    const intake = await start({ backlogLimits: LIMITS });
    await fill(intake, 'bulk', 21);
    await untilThey(intake, [202, 202, 429]);
    const mixed = await intake.send('POST', '/v1/events/batch', [inLane('bulk'), inLane('critical'), {}]);
    expect(mixed.status).toBe(200);
    expect(mixed.json.results.map((r: { status: number }) => r.status)).toEqual([429, 202, 422]);
    expect(mixed.json.results[0].errors[0].code).toBe('backlogged');
    expect(mixed.headers.get('retry-after')).not.toBeNull();
    const none = await intake.send('POST', '/v1/events/batch', [inLane('bulk'), {}]);
    expect(none.status).toBe(429);
    expect(none.headers.get('retry-after')).not.toBeNull();
  });
});

describe('R-1.7 with more in hand than Postgres takes', () => {
  it('bulk is refused with 503 first, critical last, and what was taken is stored', async () => {
    // Each event is some 1,250 bytes: room for two bulk ones, then one transactional, then one critical.
    const data = { text: 'x'.repeat(1_000) };
    const intake = await start({ commitQueueBytes: 5_500, storageTimeoutMs: 60_000 });
    const held = await intake.sql.reserve();
    await held`BEGIN`;
    await held`LOCK TABLE outbox IN ACCESS EXCLUSIVE MODE`;
    let answered = 0;
    const post = async (lane: string) => {
      const answer = await intake.send('POST', '/v1/events', { ...inLane(lane), data });
      answered++;
      return answer;
    };
    const asked: ReturnType<typeof post>[] = [];
    for (const [lane, refused] of [
      ['bulk', 3],
      ['transactional', 7],
      ['critical', 11],
    ] as const) {
      asked.push(...Array.from({ length: 5 }, () => post(lane)));
      await until(async () => answered === refused, { what: `${refused} to be refused` });
    }
    await held`ROLLBACK`;
    held.release();
    const answers = await Promise.all(asked);
    const taken = LANES.map((_lane, i) => answers.slice(i * 5, i * 5 + 5).filter((a) => a.status === 202).length);
    expect(taken).toEqual([2, 1, 1]);
    for (const answer of answers.filter((a) => a.status !== 202)) {
      expect(answer).toMatchObject({ status: 503, json: { code: 'overloaded' } });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const [row] = await intake.sql<{ n: number }[]>`SELECT count(*)::int AS n FROM outbox`;
    expect(row?.n).toBe(4);
    expect(await statuses(intake)).toEqual([202, 202, 202]);
  });
});
