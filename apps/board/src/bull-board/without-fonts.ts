import type { Express } from 'express';

type Render = (path: string, options: object, done: (error: unknown, page?: string) => void) => void;

const FONT_LINK = /<link\b[^>]*\bhref="https:\/\/fonts\.[^>]*>\s*/g;

/**
 * Takes the link to a font server out of Bull Board's page: the policy refuses it anyway, and every page would begin with
 * an error in the browser's console.
 */
export const withoutFonts = (app: Express): Express => {
  const render = (app as unknown as { engines: Record<string, Render> }).engines['.ejs'] as Render;
  app.engine('ejs', (path, options, done) =>
    render(path, options, (error, page) => done(error, page?.replace(FONT_LINK, ''))),
  );
  return app;
};
