import { eraseRecipient, getRecipient, type Orm, putRecipient, type Sql } from '@crier/db';
import {
  addressFor,
  type Channel,
  canonicalText,
  type FieldError,
  fieldErrors,
  guardJson,
  type RecipientProfile,
  recipientProfileSchema,
} from '@crier/domain';
import { Router } from 'express';
import type { createAuthenticate } from '../http/authenticate.js';
import { ProblemError } from '../http/problem-error.js';
import { bodyText, parseJson, readBytes } from '../http/read-json.js';
import type { StorageGate } from '../storage-gate.js';

const MAX_BYTES = 64 * 1024;
const MAX_ID = 128;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f]/;

const idOf = (raw: string | string[] | undefined): string => {
  const id = canonicalText(String(raw ?? ''));
  if (id === '' || id.length > MAX_ID || CONTROL.test(id))
    throw new ProblemError('invalid', `A recipient id has 1 to ${MAX_ID} printable characters.`, [
      { pointer: '', code: 'bad_id', detail: 'In the path.' },
    ]);
  return id;
};

/** The directory is kept for years: unlike an inline address, a malformed one is refused here, where somebody can mend it. */
const addressErrors = (profile: RecipientProfile): FieldError[] => {
  const fields: readonly [keyof RecipientProfile, Channel, string][] = [
    ['email', 'email', 'Not an email address.'],
    ['phone', 'sms', 'Not a phone number in international form such as +9779800000000.'],
    ['whatsapp', 'whatsapp', 'Not a phone number in international form such as +9779800000000.'],
  ];
  return fields.flatMap(([field, channel, detail]) =>
    addressFor(profile, channel) === 'malformed' ? [{ pointer: `/${field}`, code: 'invalid_address', detail }] : [],
  );
};

const readProfile = (body: unknown): RecipientProfile => {
  const unsafe = guardJson(body);
  const parsed = recipientProfileSchema.safeParse(body, { reportInput: true });
  const errors =
    unsafe.length > 0 ? unsafe : parsed.success ? addressErrors(parsed.data) : fieldErrors(parsed.error.issues);
  if (errors.length > 0 || !parsed.success)
    throw new ProblemError('invalid', `${errors.length} field(s) are not valid.`, errors);
  return parsed.data;
};

/** The directory: `PUT/GET/DELETE /v1/recipients/:id`. PUT replaces; DELETE erases the person. */
export const recipientRoutes = (
  deps: { sql: Sql; orm: Orm; gate: StorageGate },
  authenticate: ReturnType<typeof createAuthenticate>,
): Router => {
  const { sql, orm, gate } = deps;
  const router = Router();
  router.put(
    '/v1/recipients/:id',
    authenticate('directory'),
    ...readBytes(['application/json'], MAX_BYTES),
    async (req, res) => {
      const id = idOf(req.params.id);
      const profile = readProfile(parseJson(bodyText(req)));
      const { entry, created } = await gate.run(() => putRecipient(orm, id, profile));
      res.status(created ? 201 : 200).json(entry);
    },
  );
  router.get('/v1/recipients/:id', authenticate('read'), async (req, res) => {
    const id = idOf(req.params.id);
    const entry = await gate.run(() => getRecipient(orm, id));
    if (entry === undefined) throw new ProblemError('not_found', 'There is no such recipient in the directory.');
    res.json(entry);
  });
  router.delete('/v1/recipients/:id', authenticate('directory'), async (req, res) => {
    const id = idOf(req.params.id);
    if (!(await gate.run(() => eraseRecipient(sql, id))))
      throw new ProblemError('not_found', 'There is no such recipient.');
    res.status(204).end();
  });
  return router;
};
