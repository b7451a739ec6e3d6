import type { RedriveRule } from '../ops/replay-rules.js';
import type { Settings } from './settings.js';

/** What the settings say about the repair of dead letters. */
export interface RepairSettings {
  /** How often operators may replay one delivery. */
  readonly maxReplays: number;
  /** Deliveries that are put back in a second, by a replay or the redrive. */
  readonly replaysPerSecond: number;
  readonly redrive: RedriveRule;
  /** Longest that what is put back waits for a document that is made anew. */
  readonly documentWaitMs: number;
}

export const repairsOf = (
  settings: Pick<
    Settings,
    'MAX_REPLAYS' | 'REPLAYS_PER_SECOND' | 'REDRIVE_TIMES' | 'REDRIVE_AFTER_MS' | 'DOCUMENT_WAIT_MS'
  >,
): RepairSettings => ({
  maxReplays: settings.MAX_REPLAYS,
  replaysPerSecond: settings.REPLAYS_PER_SECOND,
  redrive: { times: settings.REDRIVE_TIMES, afterMs: settings.REDRIVE_AFTER_MS },
  documentWaitMs: settings.DOCUMENT_WAIT_MS,
});
