import type { RetryRule } from './retry-rule.js';

const MOST_TIMES = 5;
const MOST_MS = 15_000;

const numberIn = (text: string | null, usual: number, most: number): number => {
  const asked = /^\d+$/.test(text ?? '') ? Number(text) : usual;
  return Math.min(asked, most);
};

/**
 * How Twilio repeats a callback: as the address asks behind its `#` (`rc` times, for the causes `rp`, within `tt` ms), else once,
 * and only where no connection came about (https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides).
 */
export const twilioRetryRule = (address: string): RetryRule => {
  const asked = new URLSearchParams(address.split('#')[1] ?? '');
  const causes = new Set((asked.get('rp') ?? 'ct').split(','));
  return {
    times: numberIn(asked.get('rc'), 1, MOST_TIMES),
    withinMs: numberIn(asked.get('tt'), MOST_MS, MOST_MS),
    // Twilio does not say; so that five of them fill the time.
    waitMs: (before) => before * 1_000,
    on: (why) => causes.has('all') || causes.has(why),
  };
};
