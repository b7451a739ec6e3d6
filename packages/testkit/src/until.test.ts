import { expect, it, vi } from 'vitest';
import { until } from './until.js';

it('asks again until the answer is truthy, and returns it', async () => {
  const answers = [undefined, false, 'there', 'too late'] as const;
  let asked = 0;
  expect(await until(async () => answers[asked++], { what: 'an answer' })).toBe('there');
  expect(asked).toBe(3);
});

it('says what it waited for and the last answer when time is up', async () => {
  const never = until(async () => false, { what: 'the moon', timeoutMs: 50 });
  await expect(never).rejects.toThrow('Waited 50 ms for the moon; the last answer was false.');
});

it('does not swallow an error of the check', async () => {
  const broken = until(() => Promise.reject(new Error('no such table')), { what: 'a row' });
  await expect(broken).rejects.toThrow('no such table');
});

it('waits by the real clock when a test has replaced it', async () => {
  vi.useFakeTimers();
  try {
    await expect(until(async () => undefined, { what: 'the moon', timeoutMs: 50 })).rejects.toThrow('the moon');
  } finally {
    vi.useRealTimers();
  }
});
