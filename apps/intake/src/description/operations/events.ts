import { eventExample } from '../event-example.js';
import { BODY_PROBLEMS, type Operation, PAGE, pathId, TRACEPARENT } from '../operation.js';

const EVENT_ID = pathId('The event’s id or key');

/** Posting events, and what became of one. */
export const EVENTS: readonly Operation[] = [
  {
    id: 'postEvent',
    group: 'Events',
    method: 'post',
    path: '/v1/events',
    summary: 'Post an event',
    about:
      'The event is its own key (source, type, entity, occurredAt): posting it again is always safe, and answers 200 with the first id. After 202 the event survives the loss of every process. What `data` must carry depends on the type: `examples/` has a valid event of each. A field that is missing in `data` is not refused here; the message ends as a dead letter, `template_error`.',
    scope: 'events',
    parameters: [TRACEPARENT],
    body: { 'application/json': { schema: 'Event', example: eventExample } },
    answers: {
      200: { about: 'Posted before with the same content; nothing new happens', schema: 'Accepted' },
      202: { about: 'Stored', schema: 'Accepted' },
    },
    problems: [...BODY_PROBLEMS, 'conflict', 'backlogged', 'overloaded'],
  },
  {
    id: 'postEvents',
    group: 'Events',
    method: 'post',
    path: '/v1/events/batch',
    summary: 'Post up to 1,000 events',
    about:
      'Each is taken or refused on its own, in order; one bad line never costs the others. 200 if at least one was stored or a duplicate, 429 if none was and some may be later, else 422.',
    scope: 'events',
    parameters: [TRACEPARENT],
    body: {
      'application/json': { schema: 'Event', list: true },
      'application/x-ndjson': { schema: 'Event' },
    },
    answers: {
      200: { about: 'At least one was stored or a duplicate', schema: 'BatchResults' },
      422: { about: 'None is valid', schema: 'BatchResults' },
      429: { about: 'None was taken; send those with status 429 again', schema: 'BatchResults' },
    },
    problems: [...BODY_PROBLEMS, 'overloaded'],
  },
  {
    id: 'getEvent',
    group: 'Events',
    method: 'get',
    path: '/v1/events/{id}',
    summary: 'An event with its deliveries',
    scope: 'read',
    parameters: [EVENT_ID, ...PAGE],
    answers: { 200: { about: 'The event', schema: 'StoredEvent' } },
    problems: ['not_found', 'invalid'],
  },
  {
    id: 'explainEvent',
    group: 'Events',
    method: 'get',
    path: '/v1/events/{id}/explain',
    summary: 'Why a person got the message, or did not',
    scope: 'read',
    parameters: [EVENT_ID, { name: 'recipient', in: 'query', about: 'The recipient’s id', required: true }],
    answers: {
      200: { about: 'Every decision about the person, and what the providers answered', schema: 'Explanation' },
    },
    problems: ['not_found', 'invalid'],
  },
];
