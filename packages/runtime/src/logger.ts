import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { loggable } from './loggable.js';

export type { Logger } from 'pino';

const logMethod: NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']> = function (args, method) {
  const [first, ...rest] = args as readonly unknown[];
  // Pino would take the message of a bare error for its own, addresses and all.
  const given = first instanceof Error ? [{ err: first }, ...(rest.length > 0 ? rest : [first.message])] : args;
  method.apply(this, given.map((arg) => loggable(arg)) as typeof args);
};

/** A JSON logger. Whatever could carry a person is cut out (R-10.5, `loggable`); log ids and codes instead. */
export const createLogger = (options: { name: string; level: string }, destination?: DestinationStream): Logger =>
  pino(
    {
      name: options.name,
      level: options.level,
      base: { app: options.name },
      hooks: { logMethod },
      formatters: { bindings: (bindings) => loggable(bindings) as Record<string, unknown> },
    },
    destination ?? pino.destination({ fd: 1, sync: true }),
  );
