import type { IncomingMessage } from 'node:http';

/**
 * The whole body of a request. `too_large` is said only when the client has sent everything (the rest is read and
 * dropped), because an answer in the middle of an upload is a broken connection to most clients. `gone` = the client left.
 */
export const readBody = (req: IncomingMessage, maxBytes: number): Promise<Buffer | 'too_large' | 'gone'> =>
  new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let bytes = 0;
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) chunks.push(chunk);
      else chunks = [];
    });
    req.once('end', () => resolve(bytes > maxBytes ? 'too_large' : Buffer.concat(chunks)));
    req.once('close', () => resolve('gone'));
    req.once('error', () => resolve('gone'));
  });
