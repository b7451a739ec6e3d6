import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * Only this app's own files run or are shown; nobody frames its pages; no answer is kept. Addresses of pages hold tokens:
 * they are told to nobody, not even by a link on the page.
 */
export const securityHeaders = ({ https }: { https: boolean }): RequestHandler => {
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'"],
        scriptSrc: ["'self'"],
        connectSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: https,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });
  return (req, res, next) => {
    res.setHeader('Cache-Control', 'no-store');
    headers(req, res, next);
  };
};
