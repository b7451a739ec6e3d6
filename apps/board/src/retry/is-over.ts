import type { LoadedDelivery } from '@crier/db';
import { isTerminal } from '@crier/domain';

/** Whether a delivery has ended in another way than dead, so that no retry may send it. */
export const isOver = ({ state }: Pick<LoadedDelivery, 'state'>): boolean => isTerminal(state) && state !== 'dead';
