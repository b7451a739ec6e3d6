import { describe, expect, it } from 'vitest';
import { createFaultList } from './fault-list.js';
import type { Send } from './send.js';

const send: Send = {
  operation: 'SendEmail',
  from: 'erp@example.com',
  to: ['asha@example.com'],
  key: null,
  sizeBytes: 0,
  content: async () => ({ subject: null, text: null, html: null }),
  raw: () => '',
};
const listWith = (draws: number[]) => createFaultList({ random: () => draws.shift() ?? Number.NaN, changed: () => {} });

it.each(['no_message_id', 'no_message_id_after_accept'] as const)(
  '%s for every provider leaves SMTP alone, and costs no firing there',
  (mode) => {
    const faults = listWith([0, 0]);
    faults.add({ mode, rate: 1, count: 1 });
    expect(faults.draw('smtp', send)).toBeUndefined();
    expect(faults.draw('ses', send)?.mode).toBe(mode);
  },
);

describe('the rate of a fault', () => {
  it('fires when the draw is below it, and each fault draws for itself', () => {
    const faults = listWith([0.5, 0.29, 0.49]);
    faults.add({ mode: 'reject', rate: 0.5 });
    faults.add({ mode: 'auth', rate: 0.3 });
    expect(faults.draw('ses', send)?.mode).toBe('auth');
    expect(faults.draw('ses', send)?.mode).toBe('reject');
  });

  it('never fires at 0 and always at 1, at the ends of what can be drawn', () => {
    const faults = listWith([0, 1 - Number.EPSILON]);
    faults.add({ mode: 'auth', rate: 0 });
    faults.add({ mode: 'reject', rate: 1 });
    expect(faults.draw('ses', send)?.mode).toBe('reject');
  });

  it('costs no firing when it does not fire', () => {
    const faults = listWith([0.9, 0.9, 0.1]);
    faults.add({ mode: 'reject', rate: 0.5, count: 1 });
    expect(faults.draw('ses', send)).toBeUndefined();
    expect(faults.draw('ses', send)).toBeUndefined();
    expect(faults.draw('ses', send)?.mode).toBe('reject');
    expect(faults.list()).toEqual([]);
  });
});
