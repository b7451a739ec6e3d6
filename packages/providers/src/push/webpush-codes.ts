import { CONFIGURATION, type CodeMeaning, DOUBTFUL_ADDRESS, REJECTED, THROTTLED, UNAVAILABLE } from '../code-table.js';
import { UNREGISTERED } from './unregistered.js';

/** A row: it is meant if the status is one of these and the answer says these words. */
export interface WebpushCode {
  /** Our name for it: push services share statuses, and no codes. */
  readonly code: string;
  readonly statuses: readonly number[];
  readonly says?: RegExp;
  readonly meaning: CodeMeaning;
}

/**
 * What push services answer to a message. A subscription belongs for life to the key it was made with: another key is that
 * one subscription's trouble, unlike a refusal of what our key signed. The endpoint was given to us, so a redirect or a wrong
 * method is the endpoint's. Sources: RFC 8030, 5 and 8.4; RFC 8292, 4.2; Mozilla autopush, "Error codes"; Apple, "Sending web
 * push notifications".
 */
export const WEBPUSH_CODES: readonly WebpushCode[] = [
  { code: 'gone', statuses: [404, 410], meaning: UNREGISTERED },
  {
    code: 'other_key',
    statuses: [400, 401, 403],
    says: /mismatch|not correspond/i,
    meaning: DOUBTFUL_ADDRESS,
  },
  { code: 'not_authorized', statuses: [401, 403], meaning: CONFIGURATION },
  { code: 'bad_request', statuses: [400], meaning: REJECTED },
  { code: 'no_push_service', statuses: [301, 302, 303, 307, 308, 405], meaning: DOUBTFUL_ADDRESS },
  { code: 'payload_too_large', statuses: [413], meaning: REJECTED },
  { code: 'too_many_requests', statuses: [429], meaning: THROTTLED },
  { code: 'not_available', statuses: [503], meaning: UNAVAILABLE },
];

/** The row that an answer means. */
export const webpushCode = (status: number, words: string): WebpushCode | undefined =>
  WEBPUSH_CODES.find(({ statuses, says }) => statuses.includes(status) && (says?.test(words) ?? true));
