import { availableParallelism } from 'node:os';
import type { DocumentRenderer } from '@crier/domain';
import { describeDocument } from '../describe-document.js';
import { createPool } from './pool.js';

export interface LocalRendererOptions {
  /** Documents at once; as many as the machine has cores if left out. */
  readonly size?: number;
  /** Longest that one document may take, in ms. */
  readonly timeoutMs: number;
}

/** Renders in threads of this process. Writing a document's texts is quick; setting them is not, and happens in a thread. */
export const createLocalRenderer = ({
  timeoutMs,
  size = availableParallelism(),
}: LocalRendererOptions): DocumentRenderer => {
  const pool = createPool({ script: new URL('./worker.js', import.meta.url), size, timeoutMs });
  return {
    render: async (request, signal) => pool.run(JSON.stringify(describeDocument(request)), signal),
    close: pool.close,
  };
};
