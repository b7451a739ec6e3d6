import { readOpenDeadLetters, type Sql } from '@crier/db';
import { DEAD_REASONS, type DeadReason } from '@crier/domain';
import type { Outcome, TakenJob } from '@crier/queue';

/**
 * The dead-letter queue's only work: fail each job with its reason in plain words, so that Bull Board lists it under Failed
 * and its Retry can be a replay. One that was closed meanwhile goes away.
 */
export const showDeadLetter =
  (sql: Sql) =>
  async (job: TakenJob): Promise<Outcome> => {
    const reason = (await readOpenDeadLetters(sql, [job.id])).get(job.id);
    if (reason === undefined) return { kind: 'done' };
    const words = DEAD_REASONS[reason as DeadReason] as { plain: string; remedy: string } | undefined;
    return { kind: 'fail', text: words ? `${reason}: ${words.plain} ${words.remedy}` : reason };
  };
