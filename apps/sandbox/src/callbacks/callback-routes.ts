import { Router } from 'express';
import { BadRequest, parsed } from '../problem.js';
import { readJson } from '../read-json.js';
import { CALLBACK_PROVIDERS, callbackSettingsSchema } from './callback-settings.js';
import type { Callbacks } from './callbacks.js';

/** Making the providers call back, and the keys that their callbacks are checked with. */
export const callbackRoutes = (callbacks: Callbacks): Router => {
  const router = Router();

  const state = () => ({ url: callbacks.url, callbacks: callbacks.list() });

  router.get('/sandbox/callbacks', (_req, res) => {
    res.json(state());
  });

  router.post('/sandbox/callbacks', readJson, (req, res) => {
    const { provider, ...settings } = parsed(callbackSettingsSchema, req.body, 'The callback');
    for (const each of provider ? [provider] : CALLBACK_PROVIDERS) callbacks.set(each, settings);
    res.json(state());
  });

  router.delete('/sandbox/callbacks', (_req, res) => {
    callbacks.switchOff();
    res.status(204).end();
  });

  router.get('/sandbox/keys/:name', (req, res) => {
    const file = callbacks.keyFiles.get(req.params.name);
    if (file === undefined)
      throw new BadRequest('not_found', `The key files are ${[...callbacks.keyFiles.keys()].join(', ')}.`);
    res.type('text/plain').send(file);
  });

  return router;
};
