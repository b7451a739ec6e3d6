import { dueWork, loadDeliveries } from '@crier/db';
import { until } from '@crier/testkit';
import { expect, it } from 'vitest';
import { seedDelivery } from '../seed-delivery.test-support.js';
import { OPERATOR, useBoard } from '../use-board.test-support.js';

const board = useBoard();

it('R-8.2 without Redis a retry still writes the record and says so, and the keeper has it to put back', async () => {
  const as = await board.login(OPERATOR);
  const id = await seedDelivery(board.sql(), { state: 'dead', reason: 'throttled' });
  await board.failed('email.critical', [id]);
  await board.stopRedis();
  await until(async () => !board.queues().ready(), { what: 'the connection to notice' });

  const retryAll = await board.press('/api/queues/email.critical/retry/failed', as);
  expect(retryAll.status).toBe(503);
  expect(await retryAll.json()).toMatchObject({ error: 'Redis does not answer' });
  expect((await loadDeliveries(board.sql(), [id]))[0]?.state).toBe('dead');

  expect((await board.press(`/api/queues/email.critical/${id}/retry`, as)).status).toBe(204);
  expect((await loadDeliveries(board.sql(), [id]))[0]?.state).toBe('queued');
  expect(await dueWork(board.sql(), 'email', 'critical', 10)).toEqual([id]);

  expect((await board.call('/queues/api/queues', { as })).status).toBe(503);
  expect((await board.press('/api/queues/email.critical/pause', as)).status).toBe(503);
  expect((await board.audits()).map(({ action }) => action)).toEqual(['replay']);
  const overview = await board.call('/', { as });
  expect(overview.status).toBe(200);
  expect(await overview.text()).toContain('Redis does not answer');
  expect((await board.call('/readyz')).status).toBe(503);
});
