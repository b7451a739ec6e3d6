import { fileURLToPath } from 'node:url';
import express, { type RequestHandler } from 'express';

const FOLDER = fileURLToPath(new URL('../../page/', import.meta.url));

/**
 * The web component and what the pages wear, at `/page/`. They hold nothing of anybody, and other sites' pages load the
 * component as a module.
 */
export const pageFiles = (): RequestHandler =>
  express.Router().use(
    '/page',
    express.static(FOLDER, {
      index: false,
      redirect: false,
      setHeaders: (res) => {
        res.setHeader('Cache-Control', 'no-cache');
        res.setHeader('Access-Control-Allow-Origin', '*');
        res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
      },
    }),
  );
