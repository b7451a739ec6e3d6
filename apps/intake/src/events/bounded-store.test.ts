import type { Lane } from '@crier/domain';
import { expect, it } from 'vitest';
import { boundedStore } from './bounded-store.js';
import type { EventToStore } from './event-to-store.js';

const event = (lane: Lane, bytes: number) => ({ row: { lane, body: 'x'.repeat(bytes) } }) as EventToStore;

it('R-1.7 bulk may fill half of the room, transactional three quarters, critical all of it', async () => {
  let end = (): void => {};
  const stored = new Promise<void>((resolve) => {
    end = resolve;
  });
  const store = boundedStore(() => stored, 100);
  const refused = (lane: Lane, bytes: number) => expect(store(event(lane, bytes))).rejects.toThrow('Too many events');
  const taken = [store(event('bulk', 50))];
  await refused('bulk', 1);
  taken.push(store(event('transactional', 25)));
  await refused('transactional', 1);
  await refused('bulk', 1);
  taken.push(store(event('critical', 25)));
  await refused('critical', 1);
  end();
  await Promise.all(taken);
  await store(event('bulk', 50));
});

it('R-1.7 one event always fits, and a failed one leaves its room', async () => {
  let fail = true;
  const store = boundedStore(async () => {
    if (fail) throw new Error('no');
  }, 10);
  await expect(store(event('critical', 1_000))).rejects.toThrow('no');
  fail = false;
  await store(event('bulk', 1_000));
});
