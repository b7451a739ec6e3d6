import { type Operation, pathId } from '../operation.js';

/** Addresses that are not written to. */
export const SUPPRESSIONS: readonly Operation[] = [
  {
    id: 'listSuppressions',
    group: 'Suppression list',
    method: 'get',
    path: '/v1/suppressions',
    summary: 'What stands against an address',
    about: 'One entry for each channel that does not write to it, with the evidence. Lifted ones are not shown.',
    scope: 'read',
    parameters: [
      {
        name: 'address',
        in: 'query',
        about: 'An email address or a phone number in any spelling, or `kind:id` of a device',
        required: true,
      },
    ],
    answers: { 200: { about: 'The entries, newest first', schema: 'Suppressions' } },
    problems: ['invalid'],
  },
  {
    id: 'liftSuppression',
    group: 'Suppression list',
    method: 'delete',
    path: '/v1/suppressions/{id}',
    summary: 'Write to an address again',
    about: 'Only newer evidence brings it back. Audited with the name of the key.',
    scope: 'directory',
    parameters: [pathId('The entry’s id')],
    answers: { 204: { about: 'Lifted' } },
    problems: ['not_found'],
  },
];
