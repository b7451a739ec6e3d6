import type { Settings } from '@crier/domain';
import type { DocumentStore } from './document-store.js';
import { createFileStore } from './file-store.js';
import { createS3Store } from './s3-store.js';

/** The store that the settings name; `folder` is DOCUMENT_DIR as an absolute path. */
export const openStore = (settings: Settings, folder: string, newToken: () => string): DocumentStore =>
  settings.DOCUMENT_STORE === 'file' || settings.S3_BUCKET === undefined
    ? createFileStore(folder, newToken)
    : createS3Store({
        bucket: settings.S3_BUCKET,
        region: settings.S3_REGION,
        endpoint: settings.S3_ENDPOINT,
        prefix: settings.S3_PREFIX,
        timeoutMs: settings.DOCUMENT_TIMEOUT_MS,
      });
