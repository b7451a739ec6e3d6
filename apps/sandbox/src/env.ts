import { settingsSchema } from '@crier/domain';
import { loadEnv } from '@crier/runtime';
import { z } from 'zod';
import { DEFAULT_CALLBACKS_URL, MAX_DELAY_MS } from './callbacks/callback-settings.js';

/** The sandbox needs no database. */
const schema = settingsSchema.partial({ DATABASE_URL: true, REDIS_URL: true }).extend({
  PUBLIC_URL_CALLBACKS: z
    .url({ protocol: /^https?$/, error: 'must be a URL beginning with http:// or https://' })
    .default(DEFAULT_CALLBACKS_URL)
    .describe('Where the providers’ callbacks go'),
  SANDBOX_CALLBACK_DELAY_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(MAX_DELAY_MS)
    .optional()
    .describe('Calls back from the start, this long after acceptance, in ms; unset = not before it is told to'),
});

/** It has no place in production. */
export const readEnv = () =>
  loadEnv(schema, process.env, (settings) =>
    settings.NODE_ENV === 'production'
      ? ['NODE_ENV is production: the provider sandbox is for development and tests']
      : [],
  );
