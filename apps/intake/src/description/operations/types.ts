import type { Operation } from '../operation.js';

/** What events may be about. */
export const TYPES: readonly Operation[] = [
  {
    id: 'listTypes',
    group: 'Notification types',
    method: 'get',
    path: '/v1/types',
    summary: 'The notification types',
    scope: 'read',
    answers: { 200: { about: 'Every type that an event may name', schema: 'NotificationTypes' } },
  },
];
