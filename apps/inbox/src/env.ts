import { fileURLToPath } from 'node:url';
import { type Settings, settingsProblems, settingsSchema } from '@crier/domain';
import { loadEnv } from '@crier/runtime';

/** The environment of this process. Throws ConfigError. */
export const readSettings = (): Settings => loadEnv(settingsSchema, process.env, settingsProblems);

/** Folder of the notification types: TEMPLATES_DIR, else the installation's own. */
export const templatesDir = (settings: Settings): string =>
  settings.TEMPLATES_DIR ?? fileURLToPath(new URL('../../../templates', import.meta.url));
