import { addJobs, type Queues, queueDepth, WINDOW } from '@crier/queue';
import { createBatcher } from '@crier/runtime';

const DEPTH_IS_GOOD_FOR_MS = 1_000;

/**
 * Gives new deliveries their jobs while their queue has room. Whoever routes at once shares a round trip. A failure is no loss:
 * the rows are due, and the keeper finds them.
 */
export const createWindowedEnqueue = (
  queues: Queues,
  nowMs: () => number,
): ((queue: string, ids: readonly string[]) => Promise<void>) => {
  const depths = new Map<string, { depth: number; at: number }>();
  const hasRoom = async (queue: string): Promise<boolean> => {
    const known = depths.get(queue);
    if (known && nowMs() - known.at < DEPTH_IS_GOOD_FOR_MS) return known.depth < WINDOW;
    const depth = await queueDepth(queues.get(queue));
    depths.set(queue, { depth, at: nowMs() });
    return depth < WINDOW;
  };
  const lanes = new Map<string, (ids: readonly string[]) => Promise<void>>();
  const laneOf = (queue: string) => {
    const known = lanes.get(queue);
    if (known) return known;
    const { submit } = createBatcher<readonly string[], void>({
      maxBatch: 100,
      flights: 2,
      isShared: () => true,
      run: async (asked) => {
        const ids = asked.flat();
        if (await hasRoom(queue)) {
          await addJobs(queues, queue, ids);
          const known = depths.get(queue);
          if (known) known.depth += ids.length;
        }
        return asked.map(() => undefined);
      },
    });
    lanes.set(queue, submit);
    return submit;
  };
  return (queue, ids) => (ids.length === 0 ? Promise.resolve() : laneOf(queue)(ids));
};
