import { fileURLToPath } from 'node:url';
import express, { type RequestHandler } from 'express';

const FOLDER = fileURLToPath(new URL('../../page/', import.meta.url));

/** The pages' stylesheet and icon, at `/page/`. They need no login: the login page wears them. */
export const pageFiles = (): RequestHandler =>
  express.Router().use(
    '/page',
    express.static(FOLDER, {
      index: false,
      redirect: false,
      setHeaders: (res) => res.setHeader('Cache-Control', 'no-cache'),
    }),
  );
