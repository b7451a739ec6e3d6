import {
  explainRecipient,
  listEventDeliveries,
  readDelivery,
  readEvent,
  readEventProgress,
  type Sql,
  type StoredEvent,
} from '@crier/db';
import { canonicalText, guardJson, keyOf } from '@crier/domain';
import { type RequestHandler, Router } from 'express';
import type { createAuthenticate } from '../http/authenticate.js';
import { ProblemError } from '../http/problem-error.js';
import type { StorageGate } from '../storage-gate.js';
import { idFrom, readPage } from './paging.js';

const findEvent = async (sql: Sql, id: string): Promise<StoredEvent> => {
  const event = await readEvent(sql, id);
  if (event === undefined) throw new ProblemError('not_found', 'There is no such event.');
  return event;
};

const getEvent =
  (sql: Sql, gate: StorageGate): RequestHandler =>
  async (req, res) => {
    const id = idFrom(req.params.id, 'event');
    const page = readPage(req);
    const [event, progress, { deliveries, next }] = await gate.run(async () => {
      const found = await findEvent(sql, id);
      return [found, ...(await Promise.all([readEventProgress(sql, id), listEventDeliveries(sql, id, page)]))] as const;
    });
    const { entityType, entityId, entityVersion, traceparent: _, ...rest } = event;
    const entity = { type: entityType, id: entityId, version: entityVersion };
    res.json({ ...rest, key: keyOf(id), entity, ...progress, deliveries, next });
  };

const recipientOf = (query: unknown): string => {
  if (typeof query === 'string' && query !== '' && guardJson(query).length === 0) return canonicalText(query);
  const errors = [{ pointer: '/recipient', code: 'required', detail: 'A recipient id.' }];
  throw new ProblemError('invalid', 'Say whose story: ?recipient=ID.', errors);
};

const getExplanation =
  (sql: Sql, gate: StorageGate): RequestHandler =>
  async (req, res) => {
    const id = idFrom(req.params.id, 'event');
    const recipient = recipientOf(req.query.recipient);
    const body = await gate.run(async () => {
      await findEvent(sql, id);
      const decisions = await explainRecipient(sql, id, recipient);
      const ids = decisions.flatMap((d) => d.deliveryId ?? []);
      const deliveries = (await Promise.all(ids.map((deliveryId) => readDelivery(sql, deliveryId)))).flatMap(
        (d) => d ?? [],
      );
      const attempts = deliveries.flatMap((d) =>
        d.attempts.map((a) => ({ deliveryId: d.id, channel: d.channel, ...a })),
      );
      return { decisions, attempts };
    });
    res.json(body);
  };

const getDelivery =
  (sql: Sql, gate: StorageGate): RequestHandler =>
  async (req, res) => {
    const id = idFrom(req.params.id, 'delivery');
    const delivery = await gate.run(() => readDelivery(sql, id));
    if (delivery === undefined) throw new ProblemError('not_found', 'There is no such delivery.');
    res.json(delivery);
  };

/** What became of an event: `GET /v1/events/:id`, `.../explain`, `GET /v1/deliveries/:id`. */
export const readEvents = (
  sql: Sql,
  gate: StorageGate,
  authenticate: ReturnType<typeof createAuthenticate>,
): Router => {
  const router = Router();
  router.get('/v1/events/:id', authenticate('read'), getEvent(sql, gate));
  router.get('/v1/events/:id/explain', authenticate('read'), getExplanation(sql, gate));
  router.get('/v1/deliveries/:id', authenticate('read'), getDelivery(sql, gate));
  return router;
};
