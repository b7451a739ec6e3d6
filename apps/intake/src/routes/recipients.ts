import { eraseRecipient, getRecipient, putRecipient, type Sql } from '@crier/db';
import {
  type AddressedChannel,
  addressFor,
  type FieldError,
  type RecipientProfile,
  recipientProfileSchema,
} from '@crier/domain';
import { Router } from 'express';
import type { createAuthenticate } from '../http/authenticate.js';
import { ProblemError } from '../http/problem-error.js';
import { bodyText, parseJson, readBytes } from '../http/read-json.js';
import { validBody } from '../http/valid-body.js';
import type { StorageGate } from '../storage-gate.js';
import { recipientIdOf } from './recipient-id.js';

const MAX_BYTES = 64 * 1024;

/** The directory is kept for years: unlike an inline address, a malformed one is refused here, where somebody can mend it. */
const addressErrors = (profile: RecipientProfile): FieldError[] => {
  const fields: readonly [keyof RecipientProfile, AddressedChannel, string][] = [
    ['email', 'email', 'Not an email address.'],
    ['phone', 'sms', 'Not a phone number in international form such as +9779800000000.'],
    ['whatsapp', 'whatsapp', 'Not a phone number in international form such as +9779800000000.'],
  ];
  return fields.flatMap(([field, channel, detail]) =>
    addressFor(profile, channel) === 'malformed' ? [{ pointer: `/${field}`, code: 'invalid_address', detail }] : [],
  );
};

/** The directory: `PUT/GET/DELETE /v1/recipients/:id`. PUT replaces; DELETE erases the person. */
export const recipientRoutes = (
  deps: { sql: Sql; gate: StorageGate },
  authenticate: ReturnType<typeof createAuthenticate>,
): Router => {
  const { sql, gate } = deps;
  const router = Router();
  router.put(
    '/v1/recipients/:id',
    authenticate('directory'),
    ...readBytes(['application/json'], MAX_BYTES),
    async (req, res) => {
      const id = recipientIdOf(req);
      const profile = validBody(recipientProfileSchema, parseJson(bodyText(req)), addressErrors);
      const { entry, created } = await gate.run(() => putRecipient(sql, id, profile));
      res.status(created ? 201 : 200).json(entry);
    },
  );
  router.get('/v1/recipients/:id', authenticate('read'), async (req, res) => {
    const id = recipientIdOf(req);
    const entry = await gate.run(() => getRecipient(sql, id));
    if (entry === undefined) throw new ProblemError('not_found', 'There is no such recipient in the directory.');
    res.json(entry);
  });
  router.delete('/v1/recipients/:id', authenticate('directory'), async (req, res) => {
    const id = recipientIdOf(req);
    if (!(await gate.run(() => eraseRecipient(sql, id))))
      throw new ProblemError('not_found', 'There is no such recipient.');
    res.status(204).end();
  });
  return router;
};
