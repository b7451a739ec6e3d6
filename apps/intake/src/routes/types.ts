import type { TypeCatalog } from '@crier/templates';
import { Router } from 'express';
import type { createAuthenticate } from '../http/authenticate.js';

/** `GET /v1/types`: the notification types that events may name. */
export const typeRoutes = (catalog: TypeCatalog, authenticate: ReturnType<typeof createAuthenticate>): Router => {
  const router = Router();
  router.get('/v1/types', authenticate('read'), (_req, res) => {
    const types = [...catalog.types.values()].map(({ name, manifest, templateVersion, channels }) => ({
      type: name,
      description: manifest.description,
      category: manifest.category,
      lane: manifest.lane,
      maxLane: manifest.maxLane,
      channels: manifest.channels,
      mandatory: manifest.mandatory,
      expiresInMs: manifest.expiresInMs,
      onUnknown: manifest.onUnknown,
      templateVersion,
      locales: Object.fromEntries([...channels].map(([channel, locales]) => [channel, [...locales.keys()]])),
    }));
    res.json({ types });
  });
  return router;
};
