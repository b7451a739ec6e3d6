import { isTerminal, OPEN_STATES, TRANSITIONS } from '@crier/domain';
import { type TestDatabase, testDatabase } from '@crier/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSql, type Sql } from '../client.js';
import { seedDeliveries } from '../record.test-support.js';
import { type Act, type Answer, applied, type Life, livesOf, perform } from './life.test-support.js';
import type { Guard, Transition } from './transition-deliveries.js';

const DELIVERIES = 2;
const WORKERS = 3;

let db: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  db = await testDatabase();
  sql = createSql({ url: db.url, max: 8, app: 'test', genericPlans: true });
});
afterAll(async () => {
  await sql.end();
  await db.drop();
});

/** What a worker believes of a delivery: its last reading, which may be old, and the token it last used. */
interface Belief {
  logSeq: number;
  token: string;
}

interface Model {
  lives: Map<string, Life>;
  readonly beliefs: readonly Map<string, Belief>[];
  /** Sendings begun, by delivery. */
  readonly begun: Map<string, number>;
  tokens: number;
}

/** A statement by a worker about some deliveries, before it is known what that worker believes. */
type Plan = { readonly worker: number; readonly which: readonly number[] } & (
  | { readonly kind: 'read' | 'lease ends' | 'replay' | 'accept' | 'renew' }
  | { readonly kind: 'begin'; readonly again: boolean }
  | { readonly kind: 'move'; readonly guard: Guard['kind']; readonly to: Transition['to']; readonly logged: boolean }
);

const newToken = (model: Model): string => `00000000-0000-4000-8000-${String(++model.tokens).padStart(12, '0')}`;

const guardOf = (kind: Guard['kind'], { logSeq, token }: Belief): Guard => {
  if (kind === 'lease') return { kind, token };
  return kind === 'dead_lease' ? { kind } : { kind, logSeq };
};

const actOf = (model: Model, plan: Plan, ids: readonly string[]): Act => {
  const mine = ids.filter((_, n) => plan.which.includes(n));
  const belief = (id: string) => model.beliefs[plan.worker]?.get(id) as Belief;
  switch (plan.kind) {
    case 'begin': {
      if (!plan.again) for (const id of mine) belief(id).token = newToken(model);
      return {
        kind: 'begin',
        items: mine.map((id) => ({ id, templateVersion: 'v1', provider: 'ses', ...belief(id) })),
      };
    }
    case 'renew':
      return { kind: 'renew', items: mine.map((id) => ({ id, token: belief(id).token })) };
    case 'move': {
      const { to, logged } = plan;
      const entry = logged ? { provider: 'ses', status: 400, code: 'x', message: null, result: to } : null;
      const reason = to === 'dead' ? 'rejected' : null;
      // A pass that ended without a verdict is given back.
      const refund = plan.guard === 'lease' && !logged;
      const rest = { to, reason, dueInMs: 0, entry, refund };
      return { kind: 'move', items: mine.map((id) => ({ id, guard: guardOf(plan.guard, belief(id)), ...rest })) };
    }
    default:
      return { kind: plan.kind, items: mine.map((id) => ({ id })) };
  }
};

interface Done {
  readonly plan: Plan;
  readonly act: Act;
  readonly answers: ReadonlyMap<string, Answer>;
}

/** Whether these statements could have run one after the other, in some order, to these answers and this end. */
const explains = (life: Life, done: readonly Done[], id: string, end: Life): boolean =>
  done.length === 0
    ? JSON.stringify(ordered(life)) === JSON.stringify(ordered(end))
    : done.some(({ act, answers }, n) => {
        const [next, answer] = applied(life, act, id);
        return answer === answers.get(id) && explains(next, done.toSpliced(n, 1), id, end);
      });
const ordered = (life: Life) => Object.entries(life).sort(([a], [b]) => (a < b ? -1 : 1));

/** What must be true whatever the model thinks. */
const assertSound = (before: Life, after: Life, begun: number): void => {
  const happened = after.results.slice(before.results.length);
  expect(after.results.slice(0, before.results.length)).toEqual(before.results);
  expect(after.results).toHaveLength(after.logSeq);
  expect(after.token !== null).toBe(after.state === 'sending');
  expect(after.work).toBe(!isTerminal(after.state));
  expect(after.deadLetter === 'open').toBe(after.state === 'dead');
  expect(after.attempts).toBeLessThanOrEqual(begun);
  if (before.state === 'accepted') expect(after.state).toBe('accepted');
  if (isTerminal(before.state) && after.state !== before.state)
    expect(happened.some((result) => result === 'replayed' || result === 'accepted')).toBe(true);
};

/** Statements that run at the same time. */
class Together implements fc.AsyncCommand<Model, readonly string[]> {
  constructor(readonly plans: readonly Plan[]) {}

  check = () => true;

  async run(model: Model, ids: readonly string[]): Promise<void> {
    const acts = this.plans.map((plan) => ({ plan, act: actOf(model, plan, ids) }));
    const done = await Promise.all(acts.map(async (one) => ({ ...one, answers: await perform(sql, one.act) })));
    const after = await livesOf(sql, ids);
    for (const id of ids) {
      const [was, is] = [model.lives.get(id) as Life, after.get(id) as Life];
      const about = done.filter(({ answers }) => answers.has(id));
      this.count(model, about, id);
      assertSound(was, is, model.begun.get(id) ?? 0);
      const story = about.map(({ act, answers }) => ({ ...act, answer: answers.get(id) }));
      if (!explains(was, about, id, is))
        throw new Error(`no order explains ${JSON.stringify({ id, was, story, is }, null, 1)}`);
    }
    model.lives = after;
  }

  /** Keeps what the workers learned, and how often a sending was begun. */
  private count(model: Model, about: readonly Done[], id: string): void {
    for (const { plan, answers } of about) {
      const answer = answers.get(id);
      const belief = model.beliefs[plan.worker]?.get(id);
      if (plan.kind === 'read' && belief) belief.logSeq = Number(answer);
      if (plan.kind === 'begin' && String(answer).startsWith('won') && !String(answer).startsWith('won from sending'))
        model.begun.set(id, (model.begun.get(id) ?? 0) + 1);
    }
  }

  toString = () => JSON.stringify(this.plans);
}

const plans = (): fc.Arbitrary<Plan> => {
  const worker = fc.nat(WORKERS - 1);
  const which = fc.uniqueArray(fc.nat(DELIVERIES - 1), { minLength: 1, maxLength: DELIVERIES });
  const plain = (kind: 'read' | 'lease ends' | 'replay' | 'accept' | 'renew') =>
    fc.record({ worker, which, kind: fc.constant(kind) });
  const ours = (states: readonly string[]) =>
    states.filter((s) => !['sending', 'accepted', 'delivered', 'bounced'].includes(s)) as Transition['to'][];
  const move = (guard: Guard['kind'], to: readonly Transition['to'][], logged: fc.Arbitrary<boolean>) =>
    fc.record({
      worker,
      which,
      kind: fc.constant('move' as const),
      guard: fc.constant(guard),
      to: fc.constantFrom(...to),
      logged,
    });
  const [yes, either] = [fc.constant(true), fc.boolean()];
  return fc.oneof(
    { weight: 5, arbitrary: plain('read') },
    { weight: 6, arbitrary: fc.record({ worker, which, kind: fc.constant('begin' as const), again: fc.boolean() }) },
    { weight: 1, arbitrary: plain('renew') },
    { weight: 2, arbitrary: plain('lease ends') },
    { weight: 3, arbitrary: plain('accept') },
    { weight: 4, arbitrary: plain('replay') },
    { weight: 5, arbitrary: move('lease', ours(TRANSITIONS.sending), either) },
    { weight: 2, arbitrary: move('open', ours(OPEN_STATES.flatMap((s) => TRANSITIONS[s])), either) },
    { weight: 3, arbitrary: move('open', ['dead'], either) },
    { weight: 2, arbitrary: move('dead_lease', ['unknown'], yes) },
    { weight: 3, arbitrary: move('unknown', ours(TRANSITIONS.unknown), yes) },
  );
};

it('R-4.4 R-4.9 whatever workers, sweeps and operators do at once to a delivery could have been done one after the other', async () => {
  const mixed = fc.array(plans(), { minLength: 1, maxLength: 4 });
  // A double click, two sweeps, a job that was handed out twice.
  const twice = plans().map((plan) => [plan, { ...plan, worker: (plan.worker + 1) % WORKERS }]);
  const together = fc
    .oneof({ weight: 3, arbitrary: mixed }, { weight: 1, arbitrary: twice })
    .map((some) => new Together(some));
  const life = fc.asyncProperty(fc.commands([together], { maxCommands: 14, size: 'max' }), (commands) =>
    fc.asyncModelRun(async () => {
      const { ids } = await seedDeliveries(sql, DELIVERIES);
      const beliefs = Array.from(
        { length: WORKERS },
        () => new Map(ids.map((id) => [id, { logSeq: 0, token: '00000000-0000-4000-8000-000000000000' }])),
      );
      const model: Model = { lives: await livesOf(sql, ids), beliefs, begun: new Map(), tokens: 0 };
      return { model, real: ids };
    }, commands),
  );
  // A failure says its seed and path; both go in here to see it again.
  await fc.assert(life, { numRuns: 250, interruptAfterTimeLimit: 15_000 });
}, 60_000);
