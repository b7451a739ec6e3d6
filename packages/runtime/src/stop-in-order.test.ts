import { expect, it } from 'vitest';
import { stopInOrder } from './stop-in-order.js';

it('stops each part after the one before, and knows which are still open', async () => {
  const seen: string[] = [];
  let end = (): void => {};
  const { open, close } = stopInOrder({
    workers: () =>
      new Promise<void>((resolve) => {
        end = resolve;
      }),
    redis: () => void seen.push(open().join()),
    postgres: () => void seen.push(open().join()),
  });
  expect(open()).toEqual(['workers', 'redis', 'postgres']);
  const closing = close();
  await Promise.resolve();
  expect(seen).toEqual([]);
  end();
  await closing;
  expect(seen).toEqual(['redis,postgres', 'postgres']);
  expect(open()).toEqual([]);
});

it('stops the rest when one part can’t, and then says why', async () => {
  const stopped: string[] = [];
  const { open, close } = stopInOrder({
    workers: () => Promise.reject(new Error('stuck')),
    queues: () => {
      throw new Error('stuck too');
    },
    postgres: () => void stopped.push('postgres'),
  });
  await expect(close()).rejects.toThrow(/^stuck$/);
  expect(stopped).toEqual(['postgres']);
  expect(open()).toEqual(['workers', 'queues']);
});
