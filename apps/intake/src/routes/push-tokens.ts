import { randomBytes } from 'node:crypto';
import { deletePushToken, registerPushToken, type Sql } from '@crier/db';
import {
  type FieldError,
  isPushEndpoint,
  type PushRegistration,
  pushRegistrationSchema,
  SEAL_NONCE_BYTES,
  seal,
  toPushRegistration,
} from '@crier/domain';
import { Router } from 'express';
import type { z } from 'zod';
import type { DirectoryOptions } from '../directory-options.js';
import type { createAuthenticate } from '../http/authenticate.js';
import { ProblemError } from '../http/problem-error.js';
import { bodyText, parseJson, readBytes } from '../http/read-json.js';
import { validBody } from '../http/valid-body.js';
import type { StorageGate } from '../storage-gate.js';
import { numberedPerson, unlessErased } from './numbered-person.js';
import { idFrom } from './paging.js';
import { recipientIdOf } from './recipient-id.js';

const MAX_BYTES = 16 * 1024;

const endpointErrors =
  (local: boolean) =>
  ({ subscription }: z.output<typeof pushRegistrationSchema>): FieldError[] =>
    subscription === undefined || isPushEndpoint(subscription.endpoint, local)
      ? []
      : [
          {
            pointer: '/subscription/endpoint',
            code: 'bad_endpoint',
            detail: 'Not the https address of a push service.',
          },
        ];

const readBody = (body: unknown, local: boolean): PushRegistration =>
  toPushRegistration(validBody(pushRegistrationSchema, body, endpointErrors(local)));

/** `POST /v1/recipients/:id/push-tokens` and `DELETE …/:tokenId`. A token is sealed before it is stored, and never shown. */
export const pushTokenRoutes = (
  { sql, gate, directory }: { sql: Sql; gate: StorageGate; directory: DirectoryOptions },
  authenticate: ReturnType<typeof createAuthenticate>,
): Router => {
  const { encryptionKeys, localEndpoints } = directory;
  const router = Router();
  router.post(
    '/v1/recipients/:id/push-tokens',
    authenticate('directory'),
    ...readBytes(['application/json'], MAX_BYTES),
    async (req, res) => {
      if (encryptionKeys.length === 0)
        throw new ProblemError('not_set_up', 'Push tokens are only kept encrypted: CRIER_ENCRYPTION_KEY must be set.');
      const id = recipientIdOf(req);
      const { kind, token, hash } = readBody(parseJson(bodyText(req)), localEndpoints);
      const sealed = seal(encryptionKeys, token, randomBytes(SEAL_NONCE_BYTES));
      const stored = await gate.run(async () =>
        registerPushToken(sql, await numberedPerson(sql, id), { kind, hash, sealed }),
      );
      const { id: tokenId, created } = unlessErased(stored);
      res.status(created ? 201 : 200).json({ id: tokenId });
    },
  );
  router.delete('/v1/recipients/:id/push-tokens/:tokenId', authenticate('directory'), async (req, res) => {
    const id = recipientIdOf(req);
    const tokenId = idFrom(req.params.tokenId, 'push token');
    if (!(await gate.run(() => deletePushToken(sql, id, tokenId))))
      throw new ProblemError('not_found', 'This recipient has no such push token.');
    res.status(204).end();
  });
  return router;
};
