import { beginDigests } from '@crier/db';
import { latestDigest } from '@crier/domain';
import { type Loop, startLoop } from '@crier/runtime';
import { type DigestDeps, postDigest } from './post-digest.js';

const LOOK_EVERY_MS = 5_000;

/** Posts a digest a day. The clock is asked again and again: a timer over a night of summer time would come late or early. */
export const startDigest = (deps: DigestDeps): Loop => {
  let begun = false;
  return startLoop({
    everyMs: LOOK_EVERY_MS,
    run: async () => {
      if (!begun) await beginDigests(deps.sql, latestDigest(deps.schedule, deps.nowMs()));
      begun = true;
      await postDigest(deps);
    },
    onError: (error) => deps.log.warn({ err: error.message }, 'the daily digest could not be looked after'),
  });
};
