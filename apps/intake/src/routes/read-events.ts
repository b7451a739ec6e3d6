import { explainRecipient, listEventDeliveries, readDelivery, readEvent, readEventProgress, type Sql } from '@crier/db';
import { canonicalText, keyOf } from '@crier/domain';
import { Router } from 'express';
import type { createAuthenticate } from '../http/authenticate.js';
import { ProblemError } from '../http/problem-error.js';
import type { StorageGate } from '../storage-gate.js';
import { idFrom, readPage } from './paging.js';

/** What became of an event: `GET /v1/events/:id`, `.../explain`, `GET /v1/deliveries/:id`. */
export const readEvents = (
  sql: Sql,
  gate: StorageGate,
  authenticate: ReturnType<typeof createAuthenticate>,
): Router => {
  const router = Router();
  const find = async (id: string) => {
    const event = await readEvent(sql, id);
    if (event === undefined) throw new ProblemError('not_found', 'There is no such event.');
    return event;
  };
  router.get('/v1/events/:id', authenticate('read'), async (req, res) => {
    const id = idFrom(req.params.id, 'event');
    const page = readPage(req);
    const body = await gate.run(async () => {
      const event = await find(id);
      const [progress, { deliveries, next }] = await Promise.all([
        readEventProgress(sql, id),
        listEventDeliveries(sql, id, page),
      ]);
      const {
        type,
        entityType,
        entityId,
        entityVersion: version,
        occurredAt,
        acceptedAt,
        expiresAt,
        lane,
        source,
        mode,
      } = event;
      const entity = { type: entityType, id: entityId, version };
      return {
        id,
        key: keyOf(id),
        type,
        entity,
        occurredAt,
        acceptedAt,
        expiresAt,
        lane,
        source,
        mode,
        ...progress,
        deliveries,
        next,
      };
    });
    res.json(body);
  });
  router.get('/v1/events/:id/explain', authenticate('read'), async (req, res) => {
    const id = idFrom(req.params.id, 'event');
    const recipient = req.query.recipient;
    if (typeof recipient !== 'string' || recipient === '')
      throw new ProblemError('invalid', 'Say whose story: ?recipient=ID.', [
        { pointer: '/recipient', code: 'required', detail: 'A recipient id.' },
      ]);
    const body = await gate.run(async () => {
      await find(id);
      const decisions = await explainRecipient(sql, id, canonicalText(recipient));
      const sent = await Promise.all(
        decisions.flatMap((d) => (d.deliveryId === null ? [] : [readDelivery(sql, d.deliveryId)])),
      );
      const attempts = sent.flatMap((d) =>
        d === undefined ? [] : d.attempts.map((a) => ({ deliveryId: d.id, channel: d.channel, ...a })),
      );
      return { decisions, attempts };
    });
    res.json(body);
  });
  router.get('/v1/deliveries/:id', authenticate('read'), async (req, res) => {
    const id = idFrom(req.params.id, 'delivery');
    const delivery = await gate.run(() => readDelivery(sql, id));
    if (delivery === undefined) throw new ProblemError('not_found', 'There is no such delivery.');
    res.json(delivery);
  });
  return router;
};
