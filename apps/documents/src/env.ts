import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Settings, settingsProblems, settingsSchema } from '@crier/domain';
import { loadEnv } from '@crier/runtime';

/** The environment of this process. Throws ConfigError. */
export const readSettings = (): Settings => loadEnv(settingsSchema, process.env, settingsProblems);

/** Folder of the documents: DOCUMENT_DIR, a relative one under the installation. */
export const documentsDir = (settings: Settings): string =>
  resolve(fileURLToPath(new URL('../../..', import.meta.url)), settings.DOCUMENT_DIR);
