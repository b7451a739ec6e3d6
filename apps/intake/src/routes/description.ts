import { fileURLToPath } from 'node:url';
import type { Clock } from '@crier/runtime';
import { Router } from 'express';
import { describeApi } from '../description/describe-api.js';
import { eventExample } from '../description/event-example.js';
import { docsPage } from '../description/page/docs-page.js';

const STYLESHEET = fileURLToPath(new URL('../../page/docs.css', import.meta.url));
const POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** `GET /openapi.json` and `GET /docs`: the API's own description. No key: who has none yet must be able to read it. */
export const descriptionRoutes = (clock: Clock): Router => {
  const description = describeApi();
  const json = JSON.stringify(description);
  const page = docsPage(description);
  const { occurredAt } = eventExample();
  /** The example can be posted as it stands: it has happened just now. */
  const today = (text: string): string => text.replaceAll(occurredAt, new Date(clock.nowMs()).toISOString());
  const router = Router();
  router.get('/openapi.json', (_req, res) => {
    res.type('application/json').send(today(json));
  });
  router.get('/docs', (_req, res) => {
    res.set({ 'Content-Security-Policy': POLICY, 'X-Content-Type-Options': 'nosniff' }).type('html').send(today(page));
  });
  router.get('/docs/docs.css', (_req, res) => {
    res.sendFile(STYLESHEET);
  });
  return router;
};
