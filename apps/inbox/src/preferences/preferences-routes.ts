import { isSomebody, readPreferences, type Sql, writePreferences } from '@crier/db';
import { type CategoryChoice, changedWishes, readPersonToken } from '@crier/domain';
import type { Clock } from '@crier/runtime';
import { type Request, Router } from 'express';
import { fieldsOf, readForm } from '../http/read-body.js';
import { refusedLink, tokenOf, validOf } from '../pages/token-of.js';
import { preferencesPage } from './preferences-page.js';

/** Who changed it, in the audit. */
const ACTOR = 'recipient';

/** `/preferences?token=`: GET shows what a person gets, POST saves what they chose and says so. */
export const preferencesRoutes = (deps: {
  sql: Sql;
  secrets: readonly string[];
  choices: () => readonly CategoryChoice[];
  clock: Clock;
}): Router => {
  const { sql, choices } = deps;
  const personOf = async (req: Request): Promise<number> => {
    const { person } = validOf(readPersonToken(deps.secrets, 'preferences', tokenOf(req), deps.clock.nowMs()));
    if (!(await isSomebody(sql, person))) throw refusedLink('invalid');
    return person;
  };
  const router = Router();
  router.get('/preferences', async (req, res) => {
    const preferences = await readPreferences(sql, await personOf(req));
    res.type('html').send(preferencesPage({ choices: choices(), wishes: preferences?.categories ?? {}, saved: false }));
  });
  router.post('/preferences', readForm, async (req, res) => {
    const person = await personOf(req);
    const names = (field: string) => new Set(fieldsOf(req, field));
    const categories = changedWishes(choices(), { shown: names('shown'), was: names('was'), ticked: names('on') });
    const after = await writePreferences(sql, person, { categories }, ACTOR);
    if (after === undefined) throw refusedLink('invalid');
    res.type('html').send(preferencesPage({ choices: choices(), wishes: after.categories, saved: true }));
  });
  return router;
};
