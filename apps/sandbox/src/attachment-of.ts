import { createHash } from 'node:crypto';
import type { Attachment } from './send.js';

/** What the sandbox keeps of a file: enough to tell whether it came whole. */
export const attachmentOf = (filename: string, contentType: string, content: Uint8Array): Attachment => ({
  filename,
  contentType,
  bytes: content.byteLength,
  sha256: createHash('sha256').update(content).digest('hex'),
});
