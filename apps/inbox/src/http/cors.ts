import type { RequestHandler } from 'express';

const ASKED_AGAIN_AFTER_S = 600;

/**
 * Lets the pages of these origins call (Fetch standard, "CORS protocol"), and answers their browsers' question beforehand. No
 * cookies: who calls shows a token. Without an allowed origin the answer is the same and no page can read it.
 */
export const allowOrigins =
  (origins: readonly string[]): RequestHandler =>
  (req, res, next) => {
    res.vary('Origin');
    const origin = req.get('origin');
    if (origin !== undefined && origins.includes(origin)) res.setHeader('Access-Control-Allow-Origin', origin);
    if (req.method !== 'OPTIONS') return next();
    res.setHeader('Access-Control-Allow-Methods', 'GET, POST');
    res.setHeader('Access-Control-Allow-Headers', 'Authorization, Last-Event-ID');
    res.setHeader('Access-Control-Max-Age', String(ASKED_AGAIN_AFTER_S));
    res.status(204).end();
  };
