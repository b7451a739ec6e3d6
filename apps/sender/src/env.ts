import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Settings, settingsProblems, settingsSchema } from '@crier/domain';
import { loadEnv } from '@crier/runtime';

/** The environment of this process. Throws ConfigError. */
export const readSettings = (): Settings => loadEnv(settingsSchema, process.env, settingsProblems);

const INSTALLATION = fileURLToPath(new URL('../../..', import.meta.url));

/** Folder of the documents: DOCUMENT_DIR, a relative one under the installation. */
export const documentsDir = (settings: Settings): string => resolve(INSTALLATION, settings.DOCUMENT_DIR);

/** Folder of the notification types: TEMPLATES_DIR, else the installation's own. */
export const templatesDir = (settings: Settings): string =>
  settings.TEMPLATES_DIR ?? resolve(INSTALLATION, 'templates');
