import { fileURLToPath } from 'node:url';
import { loadTypes, type NotificationType } from '@crier/templates';
import { expect, it } from 'vitest';
import { OPERATOR, useBoard } from '../use-board.test-support.js';

const TEMPLATES = fileURLToPath(new URL('../../../../templates', import.meta.url));
const QUEUE = 'email.transactional';
const catalog: { types: ReadonlyMap<string, NotificationType> } = { types: new Map() };
const board = useBoard({ catalog });

it('R-7.1 judges by the types as they are now: one that came while the board runs may be opted out of', async () => {
  const [id = '', other = ''] = await board.letters(2, { reason: 'rejected' });
  const sql = board.sql();
  const category = board.categoryOf('purchase_order.approved');
  await sql`
    INSERT INTO preferences (person, categories)
    SELECT person, jsonb_build_object(${category}::text, jsonb_build_object('email', false)) FROM deliveries
    WHERE id IN (${id}, ${other})`;
  const as = await board.login(OPERATOR);
  const page = async (path: string) => (await board.call(path, { as })).text();
  expect(await page('/dead-letters/replay?all=1')).toMatch(/2<\/strong> <span>will be sent/);
  catalog.types = (await loadTypes(TEMPLATES)).types;
  expect(await page('/dead-letters/replay?all=1')).toMatch(/2<\/strong> <span>are for people who have opted out/);
  expect(await page(`/dead-letters/${id}`)).toContain('has opted out of such messages since');
  await board.failed(QUEUE, [id]);
  expect((await board.press(`/api/queues/${QUEUE}/${id}/retry`, as)).status).toBe(409);
  expect(await sql`SELECT DISTINCT state FROM deliveries`).toEqual([{ state: 'dead' }]);
});
