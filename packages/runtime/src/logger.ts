import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

const PERSONAL = [
  'email',
  'phone',
  'whatsapp',
  'address',
  'to',
  'token',
  'authorization',
  'password',
  'body',
  'html',
  'text',
  'subject',
  'data',
];

/** A JSON logger. Whatever could carry a person is cut out by name at two levels; log ids and codes instead. */
export const createLogger = (options: { name: string; level: string }, destination?: DestinationStream): Logger =>
  pino(
    {
      name: options.name,
      level: options.level,
      base: { app: options.name },
      redact: { paths: PERSONAL.flatMap((key) => [key, `*.${key}`]), censor: '[redacted]' },
    },
    destination ?? pino.destination({ fd: 1, sync: true }),
  );
