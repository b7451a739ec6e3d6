import { setTimeout as pause } from 'node:timers/promises';

/**
 * Hands out chunks of what was put back, no faster than so many deliveries a second: whoever puts back many, by hand or by
 * itself, leaves providers and queues room for what is new.
 */
export async function* paced<T extends { readonly moved: readonly unknown[] }>(
  chunks: AsyncIterable<T>,
  perSecond: number,
): AsyncGenerator<T> {
  for await (const chunk of chunks) {
    yield chunk;
    await pause((chunk.moved.length / perSecond) * 1_000);
  }
}
