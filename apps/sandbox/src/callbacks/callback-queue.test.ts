import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCallbackQueue } from './callback-queue.js';
import { type CallbackSettings, callbackSettingsSchema } from './callback-settings.js';
import type { Report } from './report.js';

const reportOf = (id: string, settings: Partial<CallbackSettings> = {}): Report => ({
  id,
  operation: 'SendRawEmail',
  from: 'erp@example.com',
  to: ['asha@example.com'],
  key: null,
  messageId: id,
  acceptedAt: 0,
  happenedAt: 0,
  settings: callbackSettingsSchema.parse({ delayMs: 0, ...settings }),
});

/** As many turns of the event loop, and ms. */
const turns = async (count: number) => {
  for (let n = 0; n < count; n += 1) await vi.advanceTimersByTimeAsync(1);
};

/** A queue whose attempts end when the test says so. */
const heldQueue = () => {
  const ends: ((delivered: boolean) => void)[] = [];
  const attempt = (_report: Report) => new Promise<boolean>((resolve) => ends.push(resolve));
  const queue = createCallbackQueue({ attempt, random: () => 0, now: () => 0, changed: () => {} });
  return { queue, ends };
};

describe('the queue of callbacks', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('has at most fifty under way', async () => {
    const { queue, ends } = heldQueue();
    for (let n = 0; n < 60; n += 1) queue.add(reportOf(`r${n}`));
    await turns(60);
    expect(ends).toHaveLength(50);
    ends[0]?.(true);
    await turns(1);
    expect(ends).toHaveLength(51);
    expect(queue.counts()).toEqual({ pending: 59, delivered: 1, failed: 0 });
  });

  it('has one under way while the receiver fails, and fifty again after the first that gets through', async () => {
    const { queue, ends } = heldQueue();
    for (let n = 0; n < 60; n += 1) queue.add(reportOf(`r${n}`));
    await turns(60);
    for (const end of ends.slice(0, 50)) end(false);
    await turns(2000);
    expect(ends).toHaveLength(51);
    ends[50]?.(false);
    await turns(60);
    expect(ends).toHaveLength(52);
    ends[51]?.(true);
    await turns(60);
    expect(ends).toHaveLength(102);
  });

  it('tries a receiver that fails twenty times a second, however much is pending', async () => {
    let attempts = 0;
    const attempt = async () => {
      attempts += 1;
      return false;
    };
    const queue = createCallbackQueue({ attempt, random: () => 0, now: () => 0, changed: () => {} });
    for (let n = 0; n < 200; n += 1) queue.add(reportOf(`r${n}`));
    await turns(1000);
    expect(attempts).toBeGreaterThan(15);
    expect(attempts).toBeLessThan(26);
  });

  it('begins a share of what is ready in each turn: one of a few, more of many', async () => {
    const few = heldQueue();
    for (let n = 0; n < 40; n += 1) few.queue.add(reportOf(`r${n}`));
    await turns(3);
    expect(few.ends.length).toBeLessThan(4);
    const many = heldQueue();
    for (let n = 0; n < 1000; n += 1) many.queue.add(reportOf(`r${n}`));
    await turns(3);
    expect(many.ends.length).toBeGreaterThan(19);
  });

  it('holds a hundred thousand, and counts what is more as failed', () => {
    const { queue } = heldQueue();
    for (let n = 0; n < 1000; n += 1) queue.add(reportOf(`r${n}`, { duplicates: 100 }));
    expect(queue.counts()).toEqual({ pending: 100_000, delivered: 0, failed: 1000 });
  });

  it('does not try again what was under way when everything was dropped', async () => {
    const { queue, ends } = heldQueue();
    queue.add(reportOf('r'));
    await turns(2);
    queue.drop();
    ends[0]?.(false);
    await turns(2000);
    expect(ends).toHaveLength(1);
    expect(queue.counts()).toEqual({ pending: 0, delivered: 0, failed: 0 });
  });
});
