import type { Request, RequestHandler } from 'express';
import express from 'express';
import { ProblemError } from './problem-error.js';

const UTF8 = new Set(['utf-8', 'utf8', 'us-ascii']);

const mediaType = (req: Request): { type: string; charset: string | undefined } => {
  const [type = '', ...parameters] = (req.headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  const charset = parameters
    .find((p) => p.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '');
  return { type, charset };
};

/** Reads a body of one of these media types as bytes, up to `limitBytes`. 415 for another type, 413 over the limit. */
export const readBytes = (types: readonly string[], limitBytes: number): RequestHandler[] => [
  (req, _res, next) => {
    const { type, charset } = mediaType(req);
    if (!types.includes(type))
      throw new ProblemError('unsupported_media_type', `Send ${types.join(' or ')}, not "${type}".`);
    if (charset !== undefined && !UTF8.has(charset))
      throw new ProblemError('wrong_charset', `Send UTF-8, not ${charset}.`);
    next();
  },
  express.raw({ type: () => true, limit: limitBytes }),
];

/** The text of a body read by `readBytes`. 400 when its bytes are not UTF-8. */
export const bodyText = (req: Request): string => {
  const bytes: unknown = req.body;
  if (!Buffer.isBuffer(bytes)) return '';
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ProblemError('wrong_charset', 'The body’s bytes are not UTF-8.');
  }
};

/** Parses JSON text. 400 with the parser's own words about where it breaks. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The parser quotes the text around the fault: keep the place, drop the quote, which may be personal.
    const place = /position \d+( \(line \d+ column \d+\))?|end of JSON input/.exec(
      error instanceof Error ? error.message : '',
    )?.[0];
    throw new ProblemError('invalid_json', `The body is not JSON${place ? `: it breaks at ${place}` : ''}.`);
  }
};

export const isMediaType = (req: Request, type: string): boolean => mediaType(req).type === type;
