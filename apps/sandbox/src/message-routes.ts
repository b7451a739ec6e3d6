import { Router } from 'express';
import { z } from 'zod';
import type { LogEntry, MessageLog } from './message-log.js';
import { BadRequest, parsed } from './problem.js';
import { CHANNEL_NAMES, PROVIDER_NAMES, PROVIDERS } from './providers.js';
import { queryOf } from './query-fields.js';

const messageQuery = z.strictObject({
  provider: z.enum(PROVIDER_NAMES).optional(),
  channel: z.enum(CHANNEL_NAMES).optional(),
  to: z.string().optional(),
  key: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});
const summaryQuery = messageQuery.extend({ search: z.string().optional() });
const countQuery = z.strictObject({ by: z.literal('key').default('key') });

const summary = (entry: LogEntry) => ({
  id: entry.id,
  provider: entry.provider,
  channel: PROVIDERS[entry.provider],
  to: entry.to,
  key: entry.key,
  copies: entry.copies,
  at: new Date(entry.at).toISOString(),
  messageId: entry.body?.messageId ?? null,
});

const PREVIEW_CHARACTERS = 160;
const FORGOTTEN = { subject: null, text: null, html: null };

const whole = async (entry: LogEntry) => ({
  ...summary(entry),
  operation: entry.body?.send.operation ?? null,
  ...((await entry.body?.send.content()) ?? FORGOTTEN),
  raw: entry.body?.send.raw() ?? null,
});

/** What arrived, and the oracle. A message whose body is no longer kept has null for all that was in it. */
export const messageRoutes = (log: MessageLog): Router => {
  const router = Router();

  const found = (id: string): LogEntry => {
    const entry = /^\d{1,15}$/.test(id) ? log.get(Number(id)) : undefined;
    if (!entry) throw new BadRequest('not_found', 'There is no message with this id; it may have been cleared.');
    return entry;
  };

  router.get('/sandbox/messages', async (req, res) => {
    const { limit, ...filter } = parsed(messageQuery, queryOf(req), 'The query');
    const { total, entries } = log.find(filter, limit);
    const messages = [];
    // One at a time: parsing a thousand at once would only hold a thousand in memory.
    for (const entry of entries) messages.push(await whole(entry));
    res.json({ total, messages });
  });

  // For the page: the same with the beginning of the text alone, and `search` for a part of an address.
  router.get('/sandbox/summaries', async (req, res) => {
    const { limit, ...filter } = parsed(summaryQuery, queryOf(req), 'The query');
    const { total, entries } = log.find(filter, limit);
    const messages = [];
    for (const entry of entries) {
      const { subject, text } = (await entry.body?.send.content()) ?? FORGOTTEN;
      messages.push({ ...summary(entry), subject, text: text?.slice(0, PREVIEW_CHARACTERS) ?? null });
    }
    res.json({ total, messages });
  });

  router.get('/sandbox/messages/:id', async (req, res) => {
    res.json(await whole(found(req.params.id)));
  });

  router.delete('/sandbox/messages', (_req, res) => {
    log.clear();
    res.status(204).end();
  });

  router.get('/sandbox/counts', (req, res) => {
    parsed(countQuery, queryOf(req), 'The query');
    res.json(log.counts());
  });

  return router;
};
