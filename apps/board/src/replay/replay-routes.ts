import { readReplayFacts, readReplayPlan, readReplayRun } from '@crier/db';
import { type ReplayTarget, readLink, readTarget } from '@crier/domain';
import type { Clock } from '@crier/runtime';
import { type RequestHandler, type Response, Router } from 'express';
import { createAttemptLimit } from '../http/attempt-limit.js';
import { csrfOf, requireCsrf } from '../http/csrf.js';
import { fieldsOf, readForm } from '../http/form.js';
import { operatorsOnly } from '../http/operators-only.js';
import { Refusal } from '../http/refusal.js';
import { userOf } from '../login/account.js';
import { isRowId } from '../retry/is-row-id.js';
import type { RetryDeps } from '../retry/retry-deps.js';
import { planPage } from './plan-page.js';
import { targetOf } from './read-target.js';
import { runPage, stateOfRun } from './run-page.js';
import { isSecondCopyAccepted, requireWarning } from './second-copy.js';
import { startReplay } from './start-replay.js';

const PER_MINUTE = 60;
const MINUTE_MS = 60_000;
const REFRESH_S = 2;

export interface ReplayOptions extends RetryDeps {
  readonly clock: Clock;
  /** What signs links: any may have signed one. */
  readonly secrets: readonly string[];
}

/** So many replays a minute for each operator: a stuck key or a script is no reason to flood a provider. */
const limited = (clock: Clock): RequestHandler => {
  const limit = createAttemptLimit({ max: PER_MINUTE, windowMs: MINUTE_MS, nowMs: clock.nowMs });
  return (_req, res, next) => {
    const { name } = userOf(res);
    const waitS = Math.ceil(limit.waitMs(name) / 1_000);
    if (waitS > 0)
      throw new Refusal(
        429,
        'Too many replays',
        `Nothing was done. Wait ${waitS} s, or replay a whole group at once.`,
        waitS,
      );
    limit.count(name);
    next();
  };
};

/** Shows what a replay would come to; one alone has a page of its own that says it. */
const ask = async (options: ReplayOptions, res: Response, target: ReplayTarget): Promise<void> => {
  const [id] = target.kind === 'ids' && target.ids.length === 1 ? target.ids : [];
  if (id !== undefined) return res.redirect(303, `/dead-letters/${id}#replay`);
  const plan = await readReplayPlan(options.sql, target, options.maxReplays, options.categories());
  res.type('html').send(planPage(plan, { user: userOf(res), csrf: csrfOf(res) }));
};

const openLink =
  (options: ReplayOptions): RequestHandler =>
  async (req, res) => {
    const token = typeof req.query.token === 'string' ? req.query.token : '';
    const link = readLink(options.secrets, 'replay', token, options.clock.nowMs());
    if (link.kind === 'expired')
      throw new Refusal(
        410,
        'This link has expired',
        'Nothing was done. The dead letters themselves are still in the list.',
      );
    const target = link.kind === 'valid' ? readTarget(link.subject) : undefined;
    if (target === undefined)
      throw new Refusal(
        400,
        'This link is not valid',
        'Nothing was done. It may have been cut off on its way: open the list of dead letters instead.',
      );
    await ask(options, res, target);
  };

const showRun =
  ({ sql, clock, categories }: ReplayOptions): RequestHandler =>
  async (req, res) => {
    const n = String(req.params.n);
    const run = /^\d{1,18}$/.test(n) ? await readReplayRun(sql, n) : undefined;
    if (run === undefined) throw new Refusal(404, 'No such replay', 'The audit log has none by this number.');
    const [one] = isRowId(run.subject) ? await readReplayFacts(sql, [run.subject], categories()) : [];
    const state = stateOfRun(run, clock.nowMs());
    if (state === 'running') res.setHeader('Refresh', String(REFRESH_S));
    res.type('html').send(runPage(run, { user: userOf(res), state, one }));
  };

/** Replays of one, of a group, of all: every GET only asks or tells, the one POST acts. */
export const replayRoutes = (options: ReplayOptions): Router => {
  const router = Router();
  router.get('/replay', openLink(options));
  router.get('/dead-letters/replay', async (req, res) => {
    const values = (name: string) => [req.query[name]].flat().filter((one) => typeof one === 'string');
    await ask(options, res, targetOf(values));
  });
  router.get('/dead-letters/replays/:n', showRun(options));
  router.post(
    '/dead-letters/replay',
    readForm,
    operatorsOnly,
    requireCsrf,
    limited(options.clock),
    async (req, res) => {
      const target = targetOf((name) => fieldsOf(req, name));
      const acceptSecondCopy = isSecondCopyAccepted(req);
      if (!acceptSecondCopy) await requireWarning(options, target);
      const n = await startReplay(options, { target, operator: userOf(res).name, acceptSecondCopy });
      res.redirect(303, `/dead-letters/replays/${n}`);
    },
  );
  return router;
};
