import { randomUUID } from 'node:crypto';
import { Router } from 'express';
import { z } from 'zod';
import type { Callbacks } from '../callbacks/callbacks.js';
import { inboundSchema, remember } from '../callbacks/inbound.js';
import { parsed } from '../problem.js';
import { PUSH_PROVIDERS } from '../providers.js';
import { readJson } from '../read-json.js';
import type { VendorState } from './vendor-state.js';
import { TEMPLATE_CATEGORIES } from './whatsapp-templates.js';

const unregisterSchema = z.strictObject({ provider: z.enum(PUSH_PROVIDERS), token: z.string().min(1) });
const subscriptionSchema = z.strictObject({ applicationServerKey: z.string().min(1).optional() });
const templateSchema = z.strictObject({
  name: z.string().regex(/^[a-z0-9_]{1,512}$/, 'Must be lower-case letters, digits and _'),
  body: z.string().min(1).max(1024),
  category: z.enum(TEMPLATE_CATEGORIES).default('utility'),
});

/** What people and their devices do: write, subscribe, uninstall; and which WhatsApp templates there are. */
export const stateRoutes = (state: VendorState, callbacks: Callbacks): Router => {
  const router = Router();

  router.post('/sandbox/inbound', readJson, (req, res) => {
    const message = parsed(inboundSchema, req.body, 'The message');
    remember(state.phones, message);
    const { provider, ...words } = message;
    const hex = randomUUID().replaceAll('-', '');
    const messageId = provider === 'twilio' ? `SM${hex}` : `wamid.${hex}`;
    callbacks.inbound(provider, { ...words, messageId });
    res.status(202).json({ messageId });
  });
  router.delete('/sandbox/inbound', (_req, res) => {
    state.phones.clear();
    res.status(204).end();
  });

  router.post('/sandbox/unregister', readJson, (req, res) => {
    const { provider, token } = parsed(unregisterSchema, req.body, 'The token');
    state.tokens.add(provider, token);
    res.status(204).end();
  });
  router.delete('/sandbox/unregister', (_req, res) => {
    state.tokens.clear();
    res.status(204).end();
  });

  router.post('/sandbox/webpush-subscriptions', readJson, (req, res) => {
    const { applicationServerKey } = parsed(subscriptionSchema, req.body ?? {}, 'The subscription');
    const { id, ecdh, auth } = state.subscriptions.create(applicationServerKey);
    const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') };
    // The form of PushSubscription.toJSON(), and the id that the messages are listed under.
    res.status(201).json({ id, endpoint: `http://${req.headers.host}/webpush/${id}`, expirationTime: null, keys });
  });

  router.post('/sandbox/whatsapp-templates', readJson, (req, res) => {
    const template = parsed(templateSchema, req.body, 'The template');
    state.templates.add(template);
    res.status(201).json(template);
  });
  router.delete('/sandbox/whatsapp-templates', (_req, res) => {
    state.templates.clear();
    res.status(204).end();
  });

  return router;
};
