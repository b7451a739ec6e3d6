import { type Operation, pathId } from '../operation.js';

/** One message to one person over one channel. */
export const DELIVERIES: readonly Operation[] = [
  {
    id: 'getDelivery',
    group: 'Deliveries',
    method: 'get',
    path: '/v1/deliveries/{id}',
    summary: 'A delivery with its attempts',
    scope: 'read',
    parameters: [pathId('The delivery’s id or key')],
    answers: { 200: { about: 'The delivery', schema: 'DeliveryWithAttempts' } },
    problems: ['not_found'],
  },
];
