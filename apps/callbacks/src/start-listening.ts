import { keepBeating, type Sql } from '@crier/db';
import { LISTENING } from '@crier/domain';
import { type Logger, type Loop, startLoop } from '@crier/runtime';

/** Says, as long as it can be recorded, that callbacks are taken: whoever waits for proof knows then whether it could come. */
export const startListening = (sql: Sql, log: Logger): Loop =>
  startLoop({
    everyMs: LISTENING.everyMs,
    run: () => keepBeating(sql, LISTENING.name, LISTENING.gapMs),
    onError: (error) => log.warn({ err: error.message }, 'callbacks can’t be recorded'),
  });
