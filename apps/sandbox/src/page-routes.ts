import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { type Response, Router } from 'express';
import type { LiveStream } from './live-stream.js';
import { MAIL_POLICY, mailDocument } from './mail-document.js';
import type { MessageLog } from './message-log.js';
import { BadRequest } from './problem.js';
import type { SentFile } from './send.js';

const FILES = new URL('../page/', import.meta.url);
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const DOWNLOAD_POLICY = "default-src 'none'; sandbox";
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; frame-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Nothing of it is ever a page here, and its name is a header that can be sent: no half surrogate pair. */
const sendDownload = (res: Response, { filename, content }: SentFile) =>
  res
    .attachment(Buffer.from(filename).toString() || 'unnamed')
    .set('content-security-policy', DOWNLOAD_POLICY)
    .type('application/octet-stream')
    .send(Buffer.from(content));

/** The page that shows what arrived, its files, its live stream, an email's HTML for its frame, and its attachments. */
export const pageRoutes = (log: MessageLog, stream: LiveStream): Router => {
  const router = Router();
  const files = new Map(readdirSync(FILES).map((name) => [name, readFileSync(new URL(name, FILES))]));

  router.use('/sandbox', (_req, res, next) => {
    res.set({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    next();
  });

  const sendFile = (name: string, res: Response) => {
    const body = files.get(name);
    if (!body) throw new BadRequest('not_found', 'The page has no such file.');
    res
      .set('content-security-policy', PAGE_POLICY)
      .type(TYPES[extname(name)] ?? 'bin')
      .send(body);
  };
  router.get('/sandbox', (_req, res) => sendFile('index.html', res));
  router.get('/sandbox/page/:name', (req, res) => sendFile(req.params.name, res));

  router.get('/sandbox/stream', (_req, res) => stream.open(res));

  router.get('/sandbox/messages/:id/html', async (req, res) => {
    const html = (await log.get(Number(req.params.id))?.body?.send.content())?.html;
    if (typeof html !== 'string') throw new BadRequest('not_found', 'There is no HTML to show for this message.');
    res.set('content-security-policy', MAIL_POLICY).type('html').send(mailDocument(html));
  });

  router.get('/sandbox/messages/:id/attachments/:n', async (req, res) => {
    const files = (await log.get(Number(req.params.id))?.body?.send.files?.()) ?? [];
    const file = files[Number(req.params.n)];
    if (file === undefined)
      throw new BadRequest('not_found', 'This message has no such file, or it is no longer kept.');
    sendDownload(res, file);
  });

  return router;
};
