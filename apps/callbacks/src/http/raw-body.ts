import type { Request, RequestHandler } from 'express';
import express from 'express';
import { ProblemError } from './problem-error.js';

export const MIB = 1024 * 1024;

/** Reads the body as it was sent, whatever type it claims: signatures are over bytes, and SNS calls its JSON text. */
export const readRawUpTo = (limitBytes: number): RequestHandler =>
  express.raw({ type: () => true, limit: limitBytes, inflate: false });

/** The same for providers that send little at a time. */
export const readRaw: RequestHandler = readRawUpTo(MIB);

/** The bytes that were read. */
export const rawBody = (req: Request): Buffer => (Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0));

/** The JSON in these bytes. 400 when they are not UTF-8 or not JSON. */
export const parseBody = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ProblemError('invalid_json', 'The body is not JSON in UTF-8.');
  }
};
