import { digestMessage, type OpsWays, tellOps } from '@crier/chat';
import { claimDigest, markDigestPosted, postDigestLater, readDigest, type Sql } from '@crier/db';
import { type DigestSchedule, latestDigest } from '@crier/domain';
import type { Logger } from '@crier/runtime';

export interface DigestDeps extends OpsWays {
  readonly sql: Sql;
  readonly schedule: DigestSchedule;
  readonly boardUrl: string;
  /** Sign the replay links. */
  readonly secrets: readonly string[];
  /** How often a dead letter is put back by itself (REDRIVE_TIMES). */
  readonly redriveTimes: number;
  readonly log: Logger;
}

/** Longer than reading and telling may take. */
const LEASE_MS = 60_000;
const AGAIN_MS = 10_000;
const AGAIN_REFUSED_MS = 60_000;

/**
 * Posts the digest that was due last, unless it has been posted: one a day however many ask, late rather than never.
 * Posted is what the chat answered with a 2xx, or what went by email while it did not.
 */
export const postDigest = async (deps: DigestDeps): Promise<void> => {
  const { sql, log } = deps;
  const nowMs = deps.nowMs();
  const due = latestDigest(deps.schedule, nowMs);
  const window = await claimDigest(sql, due.day, { nowMs, leaseMs: LEASE_MS });
  if (window === undefined) return;
  const content = await readDigest(sql, window, deps.redriveTimes);
  const message = digestMessage(content, { boardUrl: deps.boardUrl, secrets: deps.secrets, nowMs });
  const answer = await tellOps(deps, { message, id: `digest ${due.day}`, sinceMs: due.atMs });
  if (answer.kind === 'taken') {
    await markDigestPosted(sql, due.day);
    log.info({ day: due.day, open: content.open }, message.title);
    return;
  }
  const waitMs = answer.kind === 'refused' ? AGAIN_REFUSED_MS : Math.max(AGAIN_MS, answer.waitMs);
  await postDigestLater(sql, due.day, waitMs);
  log.error({ day: due.day, answer: answer.why, waitMs }, 'the daily digest could not be posted; it will be');
};
