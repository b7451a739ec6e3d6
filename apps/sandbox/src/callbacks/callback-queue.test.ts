import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCallbackQueue, type Due } from './callback-queue.js';
import { type CallbackSettings, callbackSettingsSchema } from './callback-settings.js';
import type { Report } from './report.js';
import { type NotTaken, type RetryRule, UNTIL_TAKEN } from './retry-rule.js';
import { twilioRetryRule } from './twilio-retry-rule.js';

const reportOf = (
  id: string,
  settings: Partial<CallbackSettings> = {},
  retry: RetryRule = UNTIL_TAKEN,
): Report & Due => ({
  retry,
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
  const ends: ((why: NotTaken | undefined) => void)[] = [];
  const attempt = (_report: Report & Due) => new Promise<NotTaken | undefined>((resolve) => ends.push(resolve));
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
    ['5xx', 0],
    [undefined, 1],
  ] as const)(
    'does not try again what was under way when everything was dropped (not taken for: %s)',
    async (why, delivered) => {
      const { queue, ends } = heldQueue();
      queue.add(reportOf('r'));
      await vi.advanceTimersByTimeAsync(10);
      queue.drop();
      ends[0]?.(why);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(ends).toHaveLength(1);
      expect(queue.counts()).toEqual({ pending: 0, delivered, failed: 0 });
    },
  );

  /** How often it was tried when every try ends for `why`, `takesMs` after it began. */
  const triesOf = async (address: string, why: NotTaken, takesMs = 0): Promise<number> => {
    let tries = 0;
    const attempt = async () => {
      tries += 1;
      await new Promise((resolve) => setTimeout(resolve, takesMs));
      return why;
    };
    const queue = createCallbackQueue({ attempt, random: () => 0, now: Date.now, changed: () => {} });
    queue.add(reportOf('r', {}, twilioRetryRule(address)));
    await vi.advanceTimersByTimeAsync(600_000);
    expect(queue.counts()).toEqual({ pending: 0, delivered: 0, failed: 1 });
    return tries;
  };

  it.each([
    ['', 'ct', 2],
    ['', '5xx', 1],
    ['', '4xx', 1],
    ['', 'rt', 1],
    ['#rc=5&rp=all', 'ct', 6],
    ['#rc=5&rp=all', '5xx', 6],
    ['#rc=5&rp=all', '4xx', 6],
    ['#rc=5&rp=all', 'rt', 6],
    ['#rc=3&rp=rt,5xx', '5xx', 4],
    ['#rc=3&rp=rt,5xx', 'ct', 1],
    ['#rc=99&rp=ct', 'ct', 6],
    ['#rc=0', 'ct', 1],
    ['#rc=many&rp=all', 'rt', 2],
    ['#rc=5&rp=all&tt=2500', '5xx', 3],
  ] as const)('Twilio asked with %j tries what ends for %s %i times', async (overrides, why, tries) => {
    expect(await triesOf(`http://127.0.0.1:9/callbacks/twilio?key=k${overrides}`, why)).toBe(tries);
  });

  it.each(['', '&tt=600000'])('Twilio ends within 15 s, however long each try takes %s', async (more) => {
    expect(await triesOf(`http://127.0.0.1:9/#rc=5&rp=all${more}`, 'rt', 7_000)).toBe(2);
  });
});
