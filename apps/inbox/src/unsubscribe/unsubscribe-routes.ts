import { isSomebody, type Sql, writePreferences } from '@crier/db';
import { type CategoryChoice, preferencesLink, readUnsubscribeToken, type Subscription } from '@crier/domain';
import type { Clock } from '@crier/runtime';
import { type Request, Router } from 'express';
import { ProblemError } from '../http/problem-error.js';
import { skipBody } from '../http/read-body.js';
import { refusedLink, tokenOf, validOf } from '../pages/token-of.js';
import { askPage, donePage, type Leaving } from './unsubscribe-pages.js';

const ACTOR = 'recipient';
/** For the page that was just shown; messages carry links of their own. */
const UNDO_WITHIN_MS = 3_600_000;

/**
 * `/unsubscribe?token=`: GET asks and changes nothing; POST leaves the category on the channel and answers 200, whoever sends
 * it: the button, or a mail program with `List-Unsubscribe=One-Click` (RFC 8058), as a form or in parts. The token says it all,
 * so nothing of the body is read. Once more is the same.
 */
export const unsubscribeRoutes = (deps: {
  sql: Sql;
  secrets: readonly string[];
  publicUrl: string;
  choices: () => readonly CategoryChoice[];
  clock: Clock;
}): Router => {
  const { sql, secrets, publicUrl, choices, clock } = deps;
  const subscriptionOf = async (req: Request): Promise<Subscription & Leaving> => {
    const subscription = validOf(readUnsubscribeToken(secrets, tokenOf(req), clock.nowMs()));
    const choice = choices().find(({ category }) => category === subscription.category);
    if (choice?.mandatory === 'all')
      throw new ProblemError('forbidden', `Messages about “${choice.title}” can’t be left out. Nothing was changed.`, {
        headline: 'These are always sent',
      });
    if (!(await isSomebody(sql, subscription.person))) throw refusedLink('invalid');
    return { ...subscription, title: choice?.title ?? subscription.category };
  };
  const router = Router();
  router.get('/unsubscribe', async (req, res) => {
    res.type('html').send(askPage(await subscriptionOf(req)));
  });
  router.post('/unsubscribe', skipBody, async (req, res) => {
    const subscription = await subscriptionOf(req);
    const { person, category, channel } = subscription;
    const after = await writePreferences(sql, person, { categories: { [category]: { [channel]: false } } }, ACTOR);
    if (after === undefined) throw refusedLink('invalid');
    const preferences = preferencesLink(secrets, publicUrl, person, clock.nowMs() + UNDO_WITHIN_MS);
    res.type('html').send(donePage(subscription, preferences));
  });
  return router;
};
