import { int } from './fields.js';

/** When intake refuses work. The critical lane has no limit of its own. */
export const backlogSettings = {
  BACKLOG_EVENTS_BULK: int(200_000, 'Refuse bulk events while this many of them are not routed', 1),
  BACKLOG_EVENTS_TRANSACTIONAL: int(1_000_000, 'The same for transactional events, and then for bulk too', 1),
  BACKLOG_AGE_BULK_MS: int(7_200_000, 'Refuse bulk events while what came before them is this late, in ms', 1),
  BACKLOG_AGE_TRANSACTIONAL_MS: int(14_400_000, 'The same for transactional events, and then for bulk too, in ms', 1),
  COMMIT_QUEUE_BYTES: int(
    67_108_864,
    'Bytes of events that one intake holds until their commit; bulk is refused from half of it, transactional from three quarters',
    1,
  ),
};
