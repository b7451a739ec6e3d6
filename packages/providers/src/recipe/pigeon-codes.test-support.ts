import { BAD_ADDRESS, CONFIGURATION, type CodeMeaning, REJECTED, THROTTLED, UNSUBSCRIBED } from '../code-table.js';

/** What Pigeon Post answers to a letter. Source: Pigeon Post API, "Errors". */
export const PIGEON_CODES: Readonly<Record<string, CodeMeaning>> = {
  no_such_loft: BAD_ADDRESS,
  loft_closed_to_you: UNSUBSCRIBED,
  letter_too_heavy: REJECTED,
  ring_unknown: CONFIGURATION,
  storm: THROTTLED,
};
