import { loadDeliveries, readOpenDeadLetters } from '@crier/db';
import { beforeEach, describe, expect, it } from 'vitest';
import { seedDeliveries, seedDelivery } from '../seed-delivery.test-support.js';
import { OPERATOR, useBoard } from '../use-board.test-support.js';

const board = useBoard();
let as: string;
beforeEach(async () => {
  as = await board.login(OPERATOR);
});

const QUEUE = 'email.critical';
const retry = (queue: string, id: string) => board.press(`/api/queues/${queue}/${id}/retry`, as);
const retryAll = (queue: string) => board.press(`/api/queues/${queue}/retry/failed`, as);
const stateOf = async (id: string) => (await loadDeliveries(board.sql(), [id]))[0]?.state;
const waiting = (queue: string) => board.queues().get(queue).getWaitingCount();

/** A dead delivery as it is found: its failed job kept, and its dead letter on display. */
const dead = async (count = 1, reason = 'attempts_exhausted'): Promise<string[]> => {
  const ids = await seedDeliveries(board.sql(), count, { state: 'dead', reason });
  await board.failed(QUEUE, ids);
  await board.failed('dead-letters', ids);
  return ids;
};

describe('R-8.2 retrying the job of a dead delivery', () => {
  it.each([QUEUE, 'dead-letters'])(
    'in %s sends it once, with all attempts again, under the operator’s name',
    async (queue) => {
      const [id = ''] = await dead();
      expect((await retry(queue, id)).status).toBe(204);

      const [delivery] = await loadDeliveries(board.sql(), [id]);
      expect(delivery).toMatchObject({ state: 'queued', attempts: 0 });
      expect(delivery?.dueInMs).toBeLessThanOrEqual(0);
      expect(await board.jobState(QUEUE, id)).toBe('waiting');
      expect((await board.queues().get(QUEUE).getJob(id))?.attemptsMade).toBe(0);
      expect(await board.jobState('dead-letters', id)).toBe('unknown');
      expect(await readOpenDeadLetters(board.sql(), [id])).toEqual(new Map());
      expect(await board.audits()).toMatchObject([{ actor: OPERATOR.name, action: 'replay', subject: id }]);
    },
  );

  it('acts once when it is pressed twenty times in both queues', async () => {
    const [id = ''] = await dead();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => retry(i % 2 === 0 ? QUEUE : 'dead-letters', id)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(204));
    expect(await waiting(QUEUE)).toBe(1);
    const actions = (await board.audits()).map(({ action }) => action);
    expect(actions.filter((action) => action === 'replay')).toHaveLength(1);
    expect(actions.filter((action) => action === 'replay_refused')).toHaveLength(19);
    const [{ n } = { n: 0 }] = await board.sql()<{ n: number }[]>`
      SELECT count(*)::int AS n FROM attempts WHERE id = ${id} AND result = 'replayed'`;
    expect(n).toBe(1);
  });

  it('R-8.3 sends nothing once it was replayed as often as is allowed, one by one or all', async () => {
    const [id = ''] = await dead();
    await board.sql()`INSERT INTO attempts (id, seq, result) SELECT ${id}, n, 'replayed' FROM generate_series(10, 12) AS n`;
    const answer = await retry(QUEUE, id);
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ error: 'Replayed often enough' });
    expect(await (await retryAll('dead-letters')).json()).toEqual({ retried: 0, skipped: 1 });
    expect(await stateOf(id)).toBe('dead');
    expect(await board.jobState('dead-letters', id)).toBe('failed');
  });

  it('R-8.1 sends what bounced again, one by one or all, and nobody takes its new job away', async () => {
    const [one = '', other = ''] = await dead(2, 'hard_bounce');
    await board.sql()`UPDATE deliveries SET state = 'bounced' WHERE reason = 'hard_bounce'`;
    expect((await retry('dead-letters', one)).status).toBe(204);
    expect(await (await retryAll(QUEUE)).json()).toEqual({ retried: 1, skipped: 0 });
    for (const id of [one, other]) {
      expect(await stateOf(id)).toBe('queued');
      expect(await board.jobState(QUEUE, id)).toBe('waiting');
    }
  });

  it('gives it a job when its failed one is gone', async () => {
    const id = await seedDelivery(board.sql(), { state: 'dead', reason: 'rejected' });
    expect((await retry('dead-letters', id)).status).toBe(204);
    expect(await board.jobState(QUEUE, id)).toBe('waiting');
  });
});

describe('R-8.2 retrying a job whose delivery is not dead', () => {
  it.each(['accepted', 'delivered', 'bounced', 'expired', 'suppressed'] as const)(
    'sends nothing when it is %s: it is said, audited, and the job goes',
    async (state) => {
      const id = await seedDelivery(board.sql(), { state });
      await board.failed(QUEUE, [id]);
      await board.failed('dead-letters', [id]);
      const answer = await retry(QUEUE, id);
      expect(answer.status).toBe(409);
      expect(await answer.json()).toMatchObject({ error: `Nothing was sent: ${state}` });
      expect(await stateOf(id)).toBe(state);
      expect([await board.jobState(QUEUE, id), await board.jobState('dead-letters', id)]).toEqual([
        'unknown',
        'unknown',
      ]);
      expect(await board.audits()).toMatchObject([
        { actor: OPERATOR.name, action: 'replay_refused', subject: id, detail: { state } },
      ]);
    },
  );

  it('puts the job of one that is still to be sent back, and leaves its record alone', async () => {
    const id = await seedDelivery(board.sql(), { state: 'retrying' });
    await board.failed(QUEUE, [id]);
    expect((await retry(QUEUE, id)).status).toBe(204);
    expect(await stateOf(id)).toBe('retrying');
    expect(await board.jobState(QUEUE, id)).toBe('waiting');
    expect(await board.audits()).toMatchObject([{ action: 'replay_refused', detail: { state: 'retrying' } }]);
  });

  it.each([
    [QUEUE, '0193a1b2-0000-8000-8000-000000000000'],
    [QUEUE, 'no-id-at-all'],
    [QUEUE, '%00'],
    ['no.such.queue', '0193a1b2-0000-8000-8000-000000000000'],
  ])('is 404 for what is not there: %s %s', async (queue, id) => {
    expect((await retry(queue, id)).status).toBe(404);
  });
});

describe('R-8.2 retry all', () => {
  it.each([QUEUE, 'dead-letters'])('in %s replays every dead delivery once, in chunks', async (queue) => {
    const ids = await dead(1_203);
    const answer = await retryAll(queue);
    expect(await answer.json()).toEqual({ retried: 1_203, skipped: 0 });
    expect(await waiting(QUEUE)).toBe(1_203);
    expect(await board.queues().get('dead-letters').getFailedCount()).toBe(0);
    const found = await loadDeliveries(board.sql(), ids);
    expect(found.filter(({ state }) => state === 'queued')).toHaveLength(1_203);
    const audits = await board.audits();
    expect(audits.filter(({ action }) => action === 'replay')).toHaveLength(1_203);
    expect(audits.at(-1)).toMatchObject({
      actor: OPERATOR.name,
      action: 'replay_all',
      subject: queue,
      detail: { retried: 1_203, skipped: 0 },
    });
  });

  it('acts once when it is pressed twice at the same time', async () => {
    await dead(40);
    const answers = await Promise.all([retryAll(QUEUE), retryAll('dead-letters')]);
    const [one, two] = (await Promise.all(answers.map((answer) => answer.json()))) as { retried: number }[];
    expect((one?.retried ?? 0) + (two?.retried ?? 0)).toBe(40);
    expect(await waiting(QUEUE)).toBe(40);
  });

  it('sends nothing that is over, and says how many it left', async () => {
    const [id = ''] = await dead();
    const accepted = await seedDeliveries(board.sql(), 2, { state: 'accepted' });
    await board.failed(QUEUE, accepted);
    expect(await (await retryAll(QUEUE)).json()).toEqual({ retried: 1, skipped: 2 });
    expect((await loadDeliveries(board.sql(), accepted)).map(({ state }) => state)).toEqual(['accepted', 'accepted']);
    expect(await board.jobState(QUEUE, id)).toBe('waiting');
    expect(await board.queues().get(QUEUE).getFailedCount()).toBe(0);
  });

  it('R-8.3b leaves what may already have arrived to the page that warns', async () => {
    const [unknown = ''] = await dead(1, 'unknown_outcome');
    await dead(2);
    expect(await (await retryAll('dead-letters')).json()).toEqual({ retried: 2, skipped: 1 });
    expect(await stateOf(unknown)).toBe('dead');
    expect(await board.jobState('dead-letters', unknown)).toBe('failed');
    const answer = await retry('dead-letters', unknown);
    expect(answer.status).toBe(409);
    expect(JSON.stringify(await answer.json())).toContain(`/dead-letters/${unknown}`);
    expect(await stateOf(unknown)).toBe('dead');
  });

  it('is only for failed jobs', async () => {
    expect((await board.press(`/api/queues/${QUEUE}/retry/completed`, as)).status).toBe(400);
  });
});

describe('retrying router jobs', () => {
  const event = () => seedDelivery(board.sql(), { state: 'queued' });

  it('routes the event again, audited', async () => {
    const id = await event();
    await board.failed('router.bulk', [id]);
    expect((await retry('router.bulk', id)).status).toBe(204);
    expect(await board.jobState('router.bulk', id)).toBe('waiting');
    expect(await board.audits()).toMatchObject([
      { actor: OPERATOR.name, action: 'route_again', subject: id, detail: { queue: 'router.bulk' } },
    ]);
  });

  it('does so for all failed ones', async () => {
    const ids = [await event(), await event()];
    await board.failed('router.bulk', ids);
    expect(await (await retryAll('router.bulk')).json()).toEqual({ retried: 2, skipped: 0 });
    expect(await waiting('router.bulk')).toBe(2);
    expect(await board.audits()).toMatchObject([
      { action: 'route_all_again', subject: 'router.bulk', detail: { jobs: 2 } },
    ]);
  });

  it('makes no job for an event that has none', async () => {
    expect((await retry('router.bulk', await event())).status).toBe(404);
    expect(await waiting('router.bulk')).toBe(0);
  });
});
