import { DEAD_REASONS } from '@crier/domain';
import { ensureJobs } from '@crier/queue';
import { expect, it } from 'vitest';
import { seedDeliveries, seedDelivery } from '../seed-delivery.test-support.js';
import { OPERATOR, useBoard, VIEWER } from '../use-board.test-support.js';

const board = useBoard({ channels: ['email', 'sms'] });

const overview = async (user = OPERATOR as { name: string; password: string }): Promise<string> =>
  (await board.call('/', { as: await board.login(user) })).text();

it('says so when nothing needs a person, and who is looking', async () => {
  const page = await overview(VIEWER);
  expect(page).toContain('Nothing needs a person.');
  expect(page).toMatch(/<strong>viktor<\/strong>\s*<span>viewer, read only<\/span>/);
  expect(page).toContain('action="/logout"');
});

it('counts open dead letters by reason, in plain words with what to do', async () => {
  const sql = board.sql();
  await seedDeliveries(sql, 3, { state: 'dead', reason: 'throttled' });
  await seedDelivery(sql, { state: 'dead', reason: 'bad_address' });
  const closed = await seedDelivery(sql, { state: 'dead', reason: 'stalled' });
  await sql`UPDATE dead_letters SET closed_at = now() WHERE delivery_id = ${closed}`;
  const page = await overview();
  expect(page).toContain('4 dead letters need a person.');
  expect(page).toMatch(/<p class="count">3<\/p>\s*<div>\s*<h3><a[^>]*>The provider throttled us/);
  expect(page).toContain(DEAD_REASONS.bad_address.remedy);
  expect(page).not.toContain('<code>stalled</code>');
  expect(page).toContain('href="/dead-letters?reason=throttled"');
});

it('shows the depth of every queue of the channels it is told of, and leads to its jobs', async () => {
  const id = await seedDelivery(board.sql(), { state: 'queued' });
  await ensureJobs(board.queues(), 'sms.bulk', [id]);
  await board.failed('email.critical', [await seedDelivery(board.sql(), { state: 'accepted' })]);
  await board.queues().get('router.bulk').pause();
  const page = await overview();
  expect(page).toContain('1 queue is paused.');
  expect(page).toContain(
    '<a class="depth" href="/queues/queue/sms.bulk?status=waiting" aria-label="1 waiting in sms.bulk">1</a>',
  );
  expect(page).toContain('aria-label="1 failed in email.critical"');
  const queues = [...page.matchAll(/<th scope="row"><a href="\/queues\/queue\/([^"]+)"/g)].map(([, name]) => name);
  expect(queues).toEqual([
    ...['router', 'email', 'sms'].flatMap((front) =>
      ['critical', 'transactional', 'bulk'].map((lane) => `${front}.${lane}`),
    ),
    'dead-letters',
  ]);
});
