import { z } from 'zod';
import { HTTP } from './provider-settings.js';

const isOrigin = (text: string): boolean =>
  URL.canParse(text) && HTTP.some((protocol) => protocol === new URL(text).protocol) && new URL(text).origin === text;

/** Who may use people's inboxes from a browser. */
export const inboxSettings = {
  INBOX_ALLOWED_ORIGINS: z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((origin) => origin.trim() || []))
    .refine((origins) => origins.every(isOrigin), {
      message: 'must be origins such as https://erp.example.com, without a path, separated by commas',
    })
    .describe('Sites whose pages may show <crier-inbox>, as origins, comma-separated; none = only Crier’s own'),
};
