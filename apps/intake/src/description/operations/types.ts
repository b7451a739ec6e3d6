import { BODY_PROBLEMS, type Operation } from '../operation.js';

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
  {
    id: 'previewType',
    group: 'Notification types',
    method: 'post',
    path: '/v1/types/{type}/preview',
    summary: 'A type’s messages as people would get them',
    about:
      'From the type’s own example, or from the `data` sent in its place; nothing is stored or sent. `locale` is the recipient’s: each message is written in the nearest locale that there is. If a template asks for what the data lacks, the answer is 422, and each error names template, line and expression.',
    scope: 'read',
    parameters: [{ name: 'type', in: 'path', about: 'Name of the notification type', required: true }],
    body: {
      'application/json': { schema: 'PreviewRequest', example: () => ({ locale: 'ne-NP', channels: ['sms', 'push'] }) },
    },
    answers: { 200: { about: 'The message of each channel, its size and its price class', schema: 'Previews' } },
    problems: [...BODY_PROBLEMS, 'not_found'],
  },
];
