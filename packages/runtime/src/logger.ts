import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { loggable } from './loggable.js';

export type { Logger } from 'pino';

const logMethod: NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']> = function (args, method) {
  const [first, ...rest] = args as readonly unknown[];
  // Pino would take the message of a bare error for its own, addresses and all.
  const given = first instanceof Error ? [{ err: first }, ...(rest.length > 0 ? rest : [first.message])] : args;
  method.apply(this, given.map((arg) => loggable(arg)) as typeof args);
};

/** What a child is bound to passes no hook of pino's. Children inherit this from their parent. */
const withLoggableChildren = (log: Logger): Logger => {
  const child = log.child;
  log.child = function (this: Logger, bindings: object, options: object) {
    return child.call(this, loggable(bindings) as object, options);
  } as typeof log.child;
  return log;
};

/** A JSON logger. Whatever could carry a person is cut out (R-10.5, `loggable`); log ids and codes instead. */
export const createLogger = (options: { name: string; level: string }, destination?: DestinationStream): Logger =>
  withLoggableChildren(
    pino(
      {
        name: options.name,
        level: options.level,
        base: { app: options.name },
        hooks: { logMethod },
        // Pino's own would take an error apart that is already in its final form.
        serializers: { err: (err: unknown) => err },
      },
      destination ?? pino.destination({ fd: 1, sync: true }),
    ),
  );
