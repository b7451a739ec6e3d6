import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * Only the board's own files run or are shown, so that no page tells anybody that it was opened. Styles may stand inside the
 * page, because Bull Board's do. Pages are never kept.
 */
export const securityHeaders = ({ https }: { https: boolean }): RequestHandler => {
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: https,
    // `no-referrer`, the default, makes browsers send `Origin: null` with the board's own forms.
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  return (req, res, next) => {
    res.setHeader('Cache-Control', 'no-store');
    headers(req, res, next);
  };
};
