import { audit } from '@crier/db';
import { describeQueue } from '@crier/queue';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { redisAway } from '../ask-redis.js';
import { isSafe } from '../http/is-safe.js';
import { operatorsOnly } from '../http/operators-only.js';
import { Refusal } from '../http/refusal.js';
import { userOf } from '../login/account.js';
import { isRowId } from '../retry/is-row-id.js';
import { retryDelivery } from '../retry/retry-delivery.js';
import type { RetryDeps } from '../retry/retry-deps.js';
import { retryEvent, retryFailedEvents } from '../retry/retry-events.js';
import { retryFailedDeliveries } from '../retry/retry-failed-deliveries.js';

/** Bull Board's routes that this board answers itself. All are PUT. */
export const ANSWERED = {
  retryJob: '/api/queues/:queueName/:jobId/retry',
  retryAll: '/api/queues/:queueName/retry/:queueStatus',
} as const;

/**
 * Bull Board's own routes that an operator may use, with their name in the audit log. They change queues and jobs, never a
 * delivery: what they take away the keeper brings back. All are PUT.
 */
export const PASSED_ON: Readonly<Record<string, string>> = {
  '/api/queues/pause': 'queues_paused',
  '/api/queues/resume': 'queues_resumed',
  '/api/queues/:queueName/pause': 'queue_paused',
  '/api/queues/:queueName/resume': 'queue_resumed',
  '/api/queues/:queueName/promote': 'jobs_promoted',
  '/api/queues/:queueName/clean/:queueStatus': 'jobs_cleaned',
  '/api/queues/:queueName/:jobId/promote': 'job_promoted',
  '/api/queues/:queueName/:jobId/clean': 'job_removed',
};

type Params = Partial<Record<'queueName' | 'jobId' | 'queueStatus', string>>;

const refuse: RequestHandler = () => {
  throw new Refusal(
    403,
    'Not from here',
    'Nothing was done. A job is only a window on the record, so jobs are not added, edited or emptied by hand.',
  );
};

/**
 * Everything in Bull Board that changes something: answered here, passed on and audited, or refused. What it may learn in a
 * later version is refused too.
 */
export const operations = (options: RetryDeps & { names: readonly string[] }): Router => {
  const { sql, queues, names } = options;
  /** What the route names, if it is on this board: ids in the record's own spelling. */
  const target = (req: Request): { queue: string; id: string; status: string } => {
    const { queueName = '', jobId, queueStatus = '' } = req.params as Params;
    if (!names.includes(queueName)) throw new Refusal(404, 'No such queue', 'This board does not show it.');
    const id = jobId?.toLowerCase() ?? '';
    if (jobId !== undefined && !isRowId(id))
      throw new Refusal(404, 'No such job', 'This is no id of an event or a delivery.');
    return { queue: queueName, id, status: queueStatus };
  };
  const isRouter = (queue: string) => describeQueue(queue).kind === 'router';

  const retryJob = async (req: Request, res: Response) => {
    const { queue, id } = target(req);
    const retry = isRouter(queue) ? retryEvent : retryDelivery;
    await retry(options, queue, id, userOf(res).name);
    res.status(204).end();
  };
  const retryAll = async (req: Request, res: Response) => {
    const { queue, status } = target(req);
    if (status !== 'failed') throw new Refusal(400, 'Only failed jobs are retried', 'Nothing was done.');
    const retry = isRouter(queue) ? retryFailedEvents : retryFailedDeliveries;
    res.json(await retry(options, queue, userOf(res).name));
  };
  const passOn =
    (route: string, action: string): RequestHandler =>
    async (req, res, next) => {
      const { queue, id, status } = route.includes(':queueName') ? target(req) : { queue: 'all', id: '', status: '' };
      if (!queues.ready()) throw redisAway();
      const subject = id === '' ? queue : id;
      await audit(sql, { actor: userOf(res).name, action, subject, detail: { queue, ...(status && { status }) } });
      next('router');
    };

  const router = Router();
  router.use((req, _res, next) => next(isSafe(req) ? 'router' : undefined));
  router.use(operatorsOnly);
  router.put(ANSWERED.retryJob, retryJob);
  router.put(ANSWERED.retryAll, retryAll);
  for (const [route, action] of Object.entries(PASSED_ON)) router.put(route, passOn(route, action));
  router.use(refuse);
  return router;
};
