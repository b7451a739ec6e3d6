export * from './assert-usable.js';
export { type RecordedEvent, recordCallbacks } from './callbacks/record-callbacks.js';
export * from './client.js';
export * from './connection-errors.js';
export * from './deliveries/begin-sending.js';
export * from './deliveries/due-work.js';
export * from './deliveries/explain.js';
export * from './deliveries/fail-over.js';
export * from './deliveries/load-deliveries.js';
export * from './deliveries/newly-due.js';
export * from './deliveries/read-deliveries.js';
export * from './deliveries/record-accepted.js';
export { currentAddresses } from './deliveries/replay-addresses.js';
export { REPLAY_CHUNK } from './deliveries/replay-chunks.js';
export { correctAddress } from './deliveries/replay-correct-address.js';
export { type Replayed, type ReplayLimits, replayDeliveries } from './deliveries/replay-deliveries.js';
export { type FoundReplay, readReplayFacts } from './deliveries/replay-facts.js';
export { paced } from './deliveries/replay-pace.js';
export * from './deliveries/replay-plan.js';
export * from './deliveries/replay-run.js';
export * from './deliveries/transition-deliveries.js';
export * from './directory/erase-recipient.js';
export * from './directory/preferences.js';
export * from './directory/push-tokens.js';
export { documentsToSettle, dueDocuments, oldestPendingDocumentSeconds } from './documents/due-documents.js';
export * from './documents/load-document.js';
export {
  failDocument,
  loseDocument,
  markDocumentReady,
  remakeDocument,
  retryDocumentLater,
} from './documents/record-document.js';
export { type DocumentState, type NewDocument, requestDocuments } from './documents/request-documents.js';
export { type SettledWait, settleWaits } from './documents/settle-waits.js';
export * from './events/insert-events.js';
export * from './events/read-events.js';
export * from './inbox/deliver-in-app.js';
export type { InboxItem } from './inbox/inbox-item.js';
export * from './inbox/mark-items.js';
export * from './inbox/read-inbox.js';
export { ensurePartitions, migrationsBehind } from './migrations.js';
export * from './ops/audit.js';
export * from './ops/backlog-ages.js';
export * from './ops/dead-letters.js';
export * from './ops/digests.js';
export * from './ops/heartbeats.js';
export * from './ops/incidents.js';
export { incidentsToTell } from './ops/incidents-to-tell.js';
export { type DatabaseSight, inspectDatabase } from './ops/inspect-database.js';
export * from './ops/list-dead-letters.js';
export * from './ops/read-dead-letter.js';
export * from './ops/read-digest.js';
export { type OpenIncident, readOpenIncidents } from './ops/read-open-incidents.js';
export * from './ops/recent-failures.js';
export * from './ops/redrive-deliveries.js';
export * from './ops/replay-runs.js';
export * from './outbox/lane-backlogs.js';
export * from './outbox/outbox.js';
export * from './routing/collisions.js';
export * from './routing/fan-out.js';
export * from './routing/look-up-recipients.js';
export * from './routing/people.js';
export * from './routing/store-routing.js';
export * from './suppressions/lift-suppression.js';
export * from './suppressions/list-suppressions.js';
export * from './suppressions/new-suppression.js';
export * from './suppressions/resume-addresses.js';
export * from './suppressions/suppress.js';
