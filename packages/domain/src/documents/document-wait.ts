/** Longest that a message waits for its document, in ms, unless configured otherwise; after it the end is visible. */
export const DOCUMENT_WAIT_MS = 3_600_000;
