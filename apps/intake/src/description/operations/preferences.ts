import { BODY_PROBLEMS, type Operation, RECIPIENT } from '../operation.js';

const PATH = '/v1/recipients/{id}/preferences';

/** What a person wants to get, and where. */
export const PREFERENCES: readonly Operation[] = [
  {
    id: 'putPreferences',
    group: 'Directory',
    method: 'put',
    path: PATH,
    summary: 'Replace a person’s preferences',
    about:
      'Also for ids that only ever came inline. What the body leaves out is forgotten; what `categories` does not name is wanted. Asked at routing and again just before each message is sent; mandatory types (security, legal) go all the same. `quietHours` are kept and shown, and hold nothing back yet. Every change is audited.',
    scope: 'directory',
    parameters: [RECIPIENT],
    body: {
      'application/json': {
        schema: 'Preferences',
        example: () => ({
          categories: { marketing: { email: false } },
          quietHours: { from: '22:00', to: '07:00' },
          timezone: 'Asia/Kathmandu',
        }),
      },
    },
    answers: { 200: { about: 'What stands now', schema: 'StoredPreferences' } },
    problems: [...BODY_PROBLEMS, 'not_found'],
  },
  {
    id: 'getPreferences',
    group: 'Directory',
    method: 'get',
    path: PATH,
    summary: 'A person’s preferences',
    about: 'Of somebody known who has said nothing: no categories. Can be put back as it is.',
    scope: 'read',
    parameters: [RECIPIENT],
    answers: { 200: { about: 'The preferences', schema: 'StoredPreferences' } },
    problems: ['not_found', 'invalid'],
  },
];
