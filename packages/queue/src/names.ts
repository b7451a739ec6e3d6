import { CHANNELS, type Channel, LANES, type Lane } from '@crier/domain';

export const DEAD_LETTERS = 'dead-letters';
export const DOCUMENTS = 'documents';

export const routerQueue = (lane: Lane): string => `router.${lane}`;
export const channelQueue = (channel: Channel, lane: Lane): string => `${channel}.${lane}`;

/** One cluster slot per queue, so that its keys stay together and the queues spread over the nodes (contract). */
export const prefixOf = (queue: string): string => `{crier:${queue}}`;

/** Every queue there is, in the order in which people on call look at them. */
export const allQueues = (channels: readonly Channel[] = CHANNELS): string[] => [
  ...LANES.map(routerQueue),
  ...channels.flatMap((channel) => LANES.map((lane) => channelQueue(channel, lane))),
  DOCUMENTS,
  DEAD_LETTERS,
];

/** What a queue carries: `channel` and `lane` where it has them. */
export const describeQueue = (
  queue: string,
): { channel: Channel | null; lane: Lane | null; kind: 'router' | 'channel' | 'documents' | 'dead-letters' } => {
  if (queue === DEAD_LETTERS || queue === DOCUMENTS) return { channel: null, lane: null, kind: queue };
  const [front, lane] = queue.split('.') as [string, Lane];
  return front === 'router'
    ? { channel: null, lane, kind: 'router' }
    : { channel: front as Channel, lane, kind: 'channel' };
};
