import { settingsSchema } from '@crier/domain';
import { loadEnv } from '@crier/runtime';

/** The sandbox needs no database, and has no place in production. */
export const readEnv = () =>
  loadEnv(settingsSchema.partial({ DATABASE_URL: true, REDIS_URL: true }), process.env, (settings) =>
    settings.NODE_ENV === 'production'
      ? ['NODE_ENV is production: the provider sandbox is for development and tests']
      : [],
  );
