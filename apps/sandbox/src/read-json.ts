import { json, type RequestHandler } from 'express';

/** Reads a control's body as JSON whatever its Content-Type says: `curl -d` calls everything a form. */
export const readJson: RequestHandler = json({ type: () => true, limit: '64kb' });
