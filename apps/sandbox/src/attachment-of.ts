import { createHash } from 'node:crypto';
import type { Attachment, SentFile } from './send.js';

/** What the sandbox tells of a file: enough to see whether it came whole. */
export const attachmentOf = ({ filename, contentType, content }: SentFile): Attachment => ({
  filename,
  contentType,
  bytes: content.byteLength,
  sha256: createHash('sha256').update(content).digest('hex'),
});
