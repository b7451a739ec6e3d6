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
  status: 'delivered',
  account: undefined,
  url: 'http://127.0.0.1:9',
  settings: callbackSettingsSchema.parse({ delayMs: 0, ...settings }),
});

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

  it('holds a hundred thousand, and counts what is more as failed', () => {
    const { queue } = heldQueue();
    for (let n = 0; n < 1000; n += 1) queue.add(reportOf(`r${n}`, { duplicates: 100 }));
    expect(queue.counts()).toEqual({ pending: 100_000, delivered: 0, failed: 1000 });
  });

  it.each([
    [false, 0],
    [true, 1],
  ])(
    'does not try again what was under way when everything was dropped (it got through: %s)',
    async (done, delivered) => {
      const { queue, ends } = heldQueue();
      queue.add(reportOf('r'));
      await vi.advanceTimersByTimeAsync(10);
      queue.drop();
      ends[0]?.(done);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(ends).toHaveLength(1);
      expect(queue.counts()).toEqual({ pending: 0, delivered, failed: 0 });
    },
  );
});
