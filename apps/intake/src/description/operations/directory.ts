import { BODY_PROBLEMS, type Operation, RECIPIENT } from '../operation.js';

/** People by id. */
export const DIRECTORY: readonly Operation[] = [
  {
    id: 'putRecipient',
    group: 'Directory',
    method: 'put',
    path: '/v1/recipients/{id}',
    summary: 'Create or replace a directory entry',
    about: 'What the body leaves out is forgotten.',
    scope: 'directory',
    parameters: [RECIPIENT],
    body: {
      'application/json': {
        schema: 'RecipientProfile',
        example: () => ({ name: 'Maya', email: 'maya@example.com', locale: 'ne-NP', timezone: 'Asia/Kathmandu' }),
      },
    },
    answers: {
      200: { about: 'Replaced', schema: 'DirectoryEntry' },
      201: { about: 'Created', schema: 'DirectoryEntry' },
    },
    problems: BODY_PROBLEMS,
  },
  {
    id: 'getRecipient',
    group: 'Directory',
    method: 'get',
    path: '/v1/recipients/{id}',
    summary: 'A directory entry',
    scope: 'read',
    parameters: [RECIPIENT],
    answers: { 200: { about: 'The entry', schema: 'DirectoryEntry' } },
    problems: ['not_found', 'invalid'],
  },
  {
    id: 'eraseRecipient',
    group: 'Directory',
    method: 'delete',
    path: '/v1/recipients/{id}',
    summary: 'Erase a person',
    about:
      'Takes the entry, preferences, devices, inbox, the addresses on their deliveries and their place in stored events; what was sent stays provable without them. What still waits for them is not sent. The suppression list stays: it keeps whoever has the address from being written to.',
    scope: 'directory',
    parameters: [RECIPIENT],
    answers: { 204: { about: 'Erased' } },
    problems: ['not_found', 'invalid'],
  },
];
