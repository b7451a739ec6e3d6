import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root of the installation, with a slash at its end. */
export const INSTALLATION = fileURLToPath(new URL('../../../', import.meta.url));

/** Folder of the notification types: TEMPLATES_DIR, else the installation's own. */
export const templatesDir = (settings: { readonly TEMPLATES_DIR?: string | undefined }): string =>
  settings.TEMPLATES_DIR ?? resolve(INSTALLATION, 'templates');

/** Folder of the documents: DOCUMENT_DIR, a relative one under the installation. */
export const documentsDir = (settings: { readonly DOCUMENT_DIR: string }): string =>
  resolve(INSTALLATION, settings.DOCUMENT_DIR);
