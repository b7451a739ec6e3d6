import { appRoutes } from '@bull-board/api/dist/routes.js';
import { ensureJobs } from '@crier/queue';
import { beforeEach, describe, expect, it } from 'vitest';
import { seedDelivery } from '../seed-delivery.test-support.js';
import { OPERATOR, useBoard, VIEWER } from '../use-board.test-support.js';
import { ANSWERED, PASSED_ON } from './operations.js';

const board = useBoard();
const QUEUE = 'email.critical';
const ID = '0193a1b2-0000-8000-8000-000000000000';

/** Bull Board's routes that change something, as `put /path`. A newer version's appear here by themselves. */
const changing = appRoutes.api
  .flatMap(({ method, route }) => [method].flat().flatMap((verb) => [route].flat().map((path) => `${verb} ${path}`)))
  .filter((route) => !route.startsWith('get '));
const used = [...Object.values(ANSWERED), ...Object.keys(PASSED_ON)].map((route) => `put ${route}`);
const refused = changing.filter((route) => !used.includes(route));

const press = (route: string, as: string) => {
  const [method = '', path = ''] = route.split(' ');
  const real = path
    .replace(':queueName', QUEUE)
    .replace(':jobId', ID)
    .replace(':queueStatus', 'failed')
    .replace(':schedulerId', 'any');
  return board.press(real, as, method.toUpperCase());
};

let operator: string;
let viewer: string;
beforeEach(async () => {
  [operator, viewer] = await Promise.all([board.login(OPERATOR), board.login(VIEWER)]);
});

describe('every route of Bull Board that changes something', () => {
  it('is answered here, passed on, or refused', () => {
    expect(changing).toEqual(expect.arrayContaining(used));
    expect(refused.sort()).toEqual([
      'patch /api/queues/:queueName/:jobId/delay',
      'patch /api/queues/:queueName/:jobId/priority',
      'patch /api/queues/:queueName/:jobId/update-data',
      'patch /api/queues/:queueName/job-schedulers/:schedulerId',
      'post /api/queues/:queueName/add',
      'put /api/queues/:queueName/:jobId/remove-unprocessed-children',
      'put /api/queues/:queueName/concurrency',
      'put /api/queues/:queueName/empty',
      'put /api/queues/:queueName/job-schedulers/:schedulerId/remove',
      'put /api/queues/:queueName/job-schedulers/:schedulerId/run',
      'put /api/queues/:queueName/obliterate',
      'put /api/queues/:queueName/rate-limit',
      'put /api/queues/:queueName/rate-limit/release',
    ]);
  });

  it.each([...refused, 'delete /api/queues/:queueName', 'put /api/anything/new'])(
    'refuses an operator %s',
    async (route) => {
      const answer = await press(route, operator);
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ error: 'Not from here' });
      expect(await board.audits()).toEqual([]);
    },
  );

  it.each(changing)('refuses a viewer %s', async (route) => {
    const answer = await press(route, viewer);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ error: 'Viewers change nothing' });
    expect(await board.audits()).toEqual([]);
  });
});

describe('what an operator may do', () => {
  const audited = async () =>
    (await board.audits()).map(({ actor, action, subject }) => `${actor} ${action} ${subject}`);
  const queue = () => board.queues().get(QUEUE);

  it('pauses and resumes one queue or all, audited', async () => {
    await press('put /api/queues/:queueName/pause', operator);
    expect(await queue().isPaused()).toBe(true);
    await press('put /api/queues/:queueName/resume', operator);
    expect(await queue().isPaused()).toBe(false);
    await press('put /api/queues/pause', operator);
    expect(await board.queues().get('dead-letters').isPaused()).toBe(true);
    await press('put /api/queues/resume', operator);
    expect(await queue().isPaused()).toBe(false);
    expect(await audited()).toEqual([
      `olga queue_paused ${QUEUE}`,
      `olga queue_resumed ${QUEUE}`,
      'olga queues_paused all',
      'olga queues_resumed all',
    ]);
  });

  it('R-8.2 removes, promotes and cleans jobs, audited, which changes no delivery', async () => {
    const [one, two] = [
      await seedDelivery(board.sql(), { state: 'queued' }),
      await seedDelivery(board.sql(), { state: 'dead', reason: 'rejected' }),
    ];
    const before = await board.sql()`SELECT * FROM deliveries ORDER BY id`;
    await ensureJobs(board.queues(), QUEUE, [one]);
    await queue().remove(one);
    await queue().add(QUEUE, { deliveryId: one }, { jobId: one, delay: 60_000 });
    expect((await board.press(`/api/queues/${QUEUE}/${one}/promote`, operator)).status).toBe(204);
    expect(await board.jobState(QUEUE, one)).toBe('waiting');
    expect((await board.press(`/api/queues/${QUEUE}/${one}/clean`, operator)).status).toBe(204);
    expect(await board.jobState(QUEUE, one)).toBe('unknown');
    await board.failed(QUEUE, [two]);
    expect((await press('put /api/queues/:queueName/clean/:queueStatus', operator)).status).toBe(200);
    expect(await board.sql()`SELECT * FROM deliveries ORDER BY id`).toEqual(before);
    expect(await audited()).toEqual([
      `olga job_promoted ${one}`,
      `olga job_removed ${one}`,
      `olga jobs_cleaned ${QUEUE}`,
    ]);
  });

  it('is 404, and not audited, for a queue that the board does not show', async () => {
    expect((await board.press('/api/queues/fax.bulk/pause', operator)).status).toBe(404);
    expect(await board.audits()).toEqual([]);
  });
});

describe('R-8.2 Bull Board', () => {
  interface Shown {
    readonly queues: readonly {
      name: string;
      readOnlyMode: boolean;
      counts: { failed: number };
      jobs: { id: string }[];
    }[];
  }
  const shown = async (as: string, query = ''): Promise<Shown> =>
    (await board.call(`/queues/api/queues${query}`, { as })).json() as Promise<Shown>;
  const everyQueue = [
    ...['critical', 'transactional', 'bulk'].map((lane) => `router.${lane}`),
    ...['email', 'sms', 'whatsapp', 'push', 'inapp'].flatMap((channel) =>
      ['critical', 'transactional', 'bulk'].map((lane) => `${channel}.${lane}`),
    ),
    'documents',
    'dead-letters',
  ];

  it('shows every queue and its failed jobs to operator and viewer, to the viewer read only', async () => {
    const id = await seedDelivery(board.sql(), { state: 'dead', reason: 'rejected' });
    await board.failed('dead-letters', [id]);
    for (const [as, readOnly] of [
      [operator, false],
      [viewer, true],
    ] as const) {
      const { queues } = await shown(as, '?activeQueue=dead-letters&status=failed&page=1&jobsPerPage=10');
      expect(queues.map(({ name }) => name).sort()).toEqual([...everyQueue].sort());
      expect(queues.every((queue) => queue.readOnlyMode === readOnly)).toBe(true);
      const letters = queues.find(({ name }) => name === 'dead-letters');
      expect(letters?.counts.failed).toBe(1);
      expect(letters?.jobs.map((job) => job.id)).toEqual([id]);
      const job = await board.call(`/queues/api/queues/dead-letters/${id}`, { as });
      expect(await job.json()).toMatchObject({ job: { id, data: { deliveryId: id } }, status: 'failed' });
    }
  });

  it('speaks our words where its own would be wrong', async () => {
    const answer = await board.call('/queues/static/locales/en-US/messages.json', { as: operator });
    expect(await answer.text()).toContain('retry it one by one');
  });

  it('serves its page, which asks nobody else for anything', async () => {
    const page = await board.call('/queues/queue/email.critical', { as: viewer });
    expect(page.status).toBe(200);
    const text = await page.text();
    expect(text).toContain('<base href="/queues/"');
    expect(text).not.toMatch(/(href|src)="https?:/);
  });
});
