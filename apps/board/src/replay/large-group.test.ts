import { REPLAY_CHUNK } from '@crier/db';
import { MAX_REPLAYS, REDRIVE } from '@crier/domain';
import { WINDOW } from '@crier/queue';
import { until } from '@crier/testkit';
import { expect, it } from 'vitest';
import { OPERATOR, useBoard } from '../use-board.test-support.js';

const QUEUE = 'email.transactional';
const OTHER = { name: 'otto', password: 'zebra crossing', role: 'operator' } as const;
const board = useBoard({
  users: [OPERATOR, OTHER],
  repairs: { maxReplays: MAX_REPLAYS, replaysPerSecond: 1_000, redrive: REDRIVE, documentWaitMs: 60_000 },
});

it('R-8.3 a large group goes on behind its page, chunk by chunk, once each, and says how far it is', async () => {
  const ids = await board.letters(12_000, { reason: 'provider_5xx' });
  const [one, two] = [await board.login(OPERATOR), await board.login(OTHER)];
  const press = async (who: string) => {
    const csrf = await board.csrf(who, '/dead-letters/replay?reason=provider_5xx');
    const form = { csrf, reason: 'provider_5xx' };
    return (await board.call('/dead-letters/replay', { method: 'POST', as: who, form })).headers.get('location') ?? '';
  };
  const [first, second] = await Promise.all([press(one), press(two)]);
  const progress = await board.call(first, { as: one });
  expect(progress.headers.get('refresh')).toBe('2');
  expect(await progress.text()).toMatch(/of 12,000<\/strong> are put back[\s\S]*<progress max="12000"/);
  const finished = () =>
    board.sql()<{ replayed: number }[]>`
      SELECT (detail ->> 'replayed')::int AS replayed FROM audit_log WHERE action = 'replay_finished'`;
  await until(async () => (await finished()).length === 2, { what: 'both runs to end', timeoutMs: 100_000 });
  const [a, b] = await finished();
  expect((a?.replayed ?? 0) + (b?.replayed ?? 0)).toBe(12_000);
  const [audits] =
    await board.sql()`SELECT count(*)::int AS n, count(DISTINCT subject)::int AS deliveries FROM audit_log WHERE action = 'replay'`;
  expect(audits).toEqual({ n: 12_000, deliveries: 12_000 });
  const jobs = await board.queues().get(QUEUE).getWaitingCount();
  expect(jobs).toBeGreaterThan(WINDOW - 2 * REPLAY_CHUNK);
  // Two runs may look at the room at the same time.
  expect(jobs).toBeLessThanOrEqual(WINDOW + REPLAY_CHUNK);
  const states = await board.sql()`SELECT DISTINCT state FROM deliveries WHERE id = ANY(${ids}::uuid[])`;
  expect(states).toEqual([{ state: 'queued' }]);
  const ended = await board.call(second, { as: two });
  expect(ended.headers.get('refresh')).toBeNull();
}, 120_000);
