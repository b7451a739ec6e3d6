import { Router } from 'express';
import { faultSchema } from './fault.js';
import type { FaultList } from './fault-list.js';
import { BadRequest, parsed } from './problem.js';
import { readJson } from './read-json.js';

/** Making the providers misbehave, and stopping it. */
export const faultRoutes = (faults: FaultList): Router => {
  const router = Router();

  router.get('/sandbox/faults', (_req, res) => {
    res.json({ faults: faults.list() });
  });

  router.post('/sandbox/faults', readJson, (req, res) => {
    const fault = faults.add(parsed(faultSchema, req.body, 'The fault'));
    res.status(201).location(`/sandbox/faults/${fault.id}`).json(fault);
  });

  router.delete('/sandbox/faults', (_req, res) => {
    faults.clear();
    res.status(204).end();
  });

  router.delete('/sandbox/faults/:id', (req, res) => {
    if (!faults.remove(req.params.id))
      throw new BadRequest('not_found', 'There is no fault with this id; it may have fired for the last time.');
    res.status(204).end();
  });

  return router;
};
