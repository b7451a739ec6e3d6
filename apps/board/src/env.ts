import { type Settings, settingsProblems, settingsSchema } from '@crier/domain';
import { loadEnv } from '@crier/runtime';

/** The environment of this process. Throws ConfigError. */
export const readSettings = (): Settings => loadEnv(settingsSchema, process.env, settingsProblems);
