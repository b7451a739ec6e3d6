import { paced, redriveChunks, type Sql } from '@crier/db';
import type { RepairSettings } from '@crier/domain';
import { putBackJobs, type Queues } from '@crier/queue';
import type { Logger } from '@crier/runtime';
import { type Loop, startLoop } from '@crier/runtime';

export interface RedriveOptions {
  readonly sql: Sql;
  readonly queues: Queues;
  readonly log: Logger;
  readonly repairs: RepairSettings;
  readonly everyMs?: number;
}

const EVERY_MS = 30_000;

/**
 * Puts back by itself what died of a passing cause, an interval after its death, before it needs a person (R-8.3a). The
 * record comes first and the job after it, as with an operator's replay; what Redis does not take, the keeper puts back.
 * Safe to run several.
 */
export const startRedrive = (options: RedriveOptions): Loop => {
  const { sql, queues, log, everyMs = EVERY_MS } = options;
  const { redrive: rule, documentWaitMs, replaysPerSecond } = options.repairs;
  let stopped = false;
  const redrive = async (): Promise<void> => {
    for await (const { moved } of paced(redriveChunks(sql, { ...rule, documentWaitMs }), replaysPerSecond)) {
      if (moved.length > 0) log.info({ deliveries: moved.length }, 'put back after a passing cause');
      if (queues.ready()) await putBackJobs(queues, moved);
      if (stopped) return;
    }
  };
  const loop = startLoop({
    everyMs,
    run: redrive,
    onError: (error) => log.warn({ err: error.message }, 'nothing could be put back; it is tried again'),
  });
  return {
    close: () => {
      stopped = true;
      return loop.close();
    },
  };
};
