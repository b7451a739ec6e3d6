import { closeIncident, openIncident } from '@crier/db';
import { DEAD_REASONS, INCIDENTS } from '@crier/domain';
import { ensureJobs } from '@crier/queue';
import { expect, it } from 'vitest';
import { seedDeliveries, seedDelivery } from '../seed-delivery.test-support.js';
import { OPERATOR, useBoard, VIEWER } from '../use-board.test-support.js';

const board = useBoard();

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

it('R-8.7 shows what is wrong, since when and what to do', async () => {
  const sql = board.sql();
  const at = '2026-11-30T08:15:02Z';
  await openIncident(sql, { rule: 'breaker_open', subject: 'ses', detail: { failures: 10 }, actor: 'sender' });
  const late = { value: 61.5, limit: 60, unit: 's' };
  await openIncident(sql, {
    rule: 'oldest_message_too_old',
    subject: 'transactional',
    detail: late,
    actor: 'scheduler',
  });
  await openIncident(sql, { rule: 'sweep_not_run', subject: 'sweep', detail: {}, actor: 'board' });
  await closeIncident(sql, { rule: 'sweep_not_run', subject: 'sweep', actor: 'scheduler' });
  await sql`UPDATE incidents SET opened_at = ${at}`;
  const page = await overview();
  expect(page).toContain('2 incidents are open.');
  expect(page).toContain('<h3>ses does not work</h3>');
  expect(page).toContain(INCIDENTS.breaker_open.remedy);
  expect(page).toMatch(/since <time[^>]*>2026-11-30 08:15:02 UTC<\/time> · failures 10 when it began/);
  expect(page).toContain('<a href="/queues">Messages of the transactional lane are late</a>');
  expect(page).toContain('61.5 s, limit 60 s when it began');
  expect(page).not.toContain('The sweep does not run');
});

it('shows the depth of every queue and leads to its jobs', async () => {
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
    ...['router', 'email', 'sms', 'whatsapp', 'push', 'inapp'].flatMap((front) =>
      ['critical', 'transactional', 'bulk'].map((lane) => `${front}.${lane}`),
    ),
    'documents',
    'dead-letters',
  ]);
});
