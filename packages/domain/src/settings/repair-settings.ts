import { MAX_REPLAYS, REDRIVE } from '../ops/replay-rules.js';
import { int } from './fields.js';

/** How dead letters are repaired, by people and by themselves (R-8.3a). */
export const repairSettings = {
  MAX_REPLAYS: int(MAX_REPLAYS, 'How often operators may replay one delivery', 1),
  REPLAYS_PER_SECOND: int(1_000, 'Deliveries that a replay of a group, or the redrive, puts back in a second', 1),
  REDRIVE_AFTER_MS: int(
    REDRIVE.afterMs,
    'What died of a passing cause is put back by itself so long after its death, in ms',
    1_000,
  ),
  REDRIVE_TIMES: int(REDRIVE.times, 'How often that is done for one delivery; 0 = never'),
};
