import { BODY_PROBLEMS, type Operation, RECIPIENT } from '../operation.js';

/** Where a person is reached besides their addresses: their devices and their inbox. */
export const DEVICES: readonly Operation[] = [
  {
    id: 'postPushToken',
    group: 'Directory',
    method: 'post',
    path: '/v1/recipients/{id}/push-tokens',
    summary: 'Register a device',
    about:
      '`token` of FCM or APNs, or `subscription` as `PushSubscription.toJSON()` gives it in a browser. Post it at every start of the app: the same device keeps its id and counts as registered again, also when its vendor had called it unregistered. A device that belonged to somebody else becomes this person’s, under a new id. Tokens are stored encrypted and never shown.',
    scope: 'directory',
    parameters: [RECIPIENT],
    body: {
      'application/json': {
        schema: 'PushRegistration',
        example: () => ({ kind: 'fcm', token: 'dXp1bGx5:APA91bHun4' }),
      },
    },
    answers: {
      200: { about: 'Registered again', schema: 'PushToken' },
      201: { about: 'Registered', schema: 'PushToken' },
    },
    problems: [...BODY_PROBLEMS, 'not_found', 'not_set_up'],
  },
  {
    id: 'deletePushToken',
    group: 'Directory',
    method: 'delete',
    path: '/v1/recipients/{id}/push-tokens/{tokenId}',
    summary: 'Forget a device',
    scope: 'directory',
    parameters: [
      RECIPIENT,
      { name: 'tokenId', in: 'path', about: 'The id that it was registered under', required: true },
    ],
    answers: { 204: { about: 'Forgotten' } },
    problems: ['not_found', 'invalid'],
  },
  {
    id: 'postInboxToken',
    group: 'Directory',
    method: 'post',
    path: '/v1/recipients/{id}/inbox-token',
    summary: 'A token for a person’s inbox',
    about: 'Give it to the browser of this person, whom you have logged in: it opens their inbox for an hour.',
    scope: 'directory',
    parameters: [RECIPIENT],
    answers: { 200: { about: 'The token', schema: 'InboxToken' } },
    problems: ['invalid', 'not_set_up'],
  },
];
