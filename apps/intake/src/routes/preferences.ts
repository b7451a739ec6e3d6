import { lookUpRecipients, readPreferences, replacePreferences, type Sql } from '@crier/db';
import { NOTHING_SAID, type Preferences, preferencesSchema } from '@crier/domain';
import { Router } from 'express';
import { actorOf, type createAuthenticate } from '../http/authenticate.js';
import { ProblemError } from '../http/problem-error.js';
import { bodyText, parseJson, readBytes } from '../http/read-json.js';
import { validBody } from '../http/valid-body.js';
import type { StorageGate } from '../storage-gate.js';
import { numberedPerson, unlessErased } from './numbered-person.js';
import { recipientIdOf } from './recipient-id.js';

const MAX_BYTES = 64 * 1024;

const readBody = (body: unknown): Preferences => {
  const { categories, quietHours, timezone } = validBody(preferencesSchema, body);
  return {
    categories: categories as Preferences['categories'],
    ...(quietHours === undefined ? {} : { quietHours }),
    ...(timezone === undefined ? {} : { timezone }),
  };
};

/** Whoever is known has preferences, if only those of somebody who has said nothing. */
const findPreferences = async (sql: Sql, id: string): Promise<Preferences> => {
  const known = (await lookUpRecipients(sql, [id])).get(id);
  if (known === undefined || (known.n === null && known.profile === undefined))
    throw new ProblemError('not_found', 'Nothing is known of such a recipient.');
  return (known.n === null ? undefined : await readPreferences(sql, known.n)) ?? NOTHING_SAID;
};

/** `PUT/GET /v1/recipients/:id/preferences`. PUT replaces. */
export const preferenceRoutes = (
  { sql, gate }: { sql: Sql; gate: StorageGate },
  authenticate: ReturnType<typeof createAuthenticate>,
): Router => {
  const router = Router();
  router.put(
    '/v1/recipients/:id/preferences',
    authenticate('directory'),
    ...readBytes(['application/json'], MAX_BYTES),
    async (req, res) => {
      const id = recipientIdOf(req);
      const preferences = readBody(parseJson(bodyText(req)));
      const stored = await gate.run(async () =>
        replacePreferences(sql, await numberedPerson(sql, id), preferences, actorOf(res)),
      );
      res.json(unlessErased(stored));
    },
  );
  router.get('/v1/recipients/:id/preferences', authenticate('read'), async (req, res) => {
    const id = recipientIdOf(req);
    res.json(await gate.run(() => findPreferences(sql, id)));
  });
  return router;
};
