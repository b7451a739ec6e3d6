import { expect, it, onTestFinished, vi } from 'vitest';
import { createApns } from './apns.js';
import { settings, startApns, taken } from './apns-server.test-support.js';
import { startFrames } from './http2-frames.test-support.js';
import { push } from './push-message.test-support.js';

const MINUTE = 60_000;

/** A provider whose intervals are counted by hand; everything else takes its time. */
const createCounted = (baseUrl: string) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const apns = createApns(settings(baseUrl));
  onTestFinished(apns.close);
  return () => apns.send(push(), AbortSignal.timeout(4_000));
};

it('a connection that answers its pings stays', async () => {
  const apple = await startApns(taken);
  onTestFinished(apple.close);
  const send = createCounted(apple.url);
  await send();
  let pings = 0;
  apple.sessions[0]?.on('ping', () => {
    pings += 1;
  });
  for (const n of [1, 2, 3]) {
    vi.advanceTimersByTime(MINUTE);
    // The answer to the ping comes before the answer to what was sent after it.
    expect(await send()).toMatchObject({ kind: 'accepted' });
    expect(pings).toBe(n);
  }
  expect(apple.sessions).toHaveLength(1);
});

it('a connection that does not is given up, and the call in flight is told before its time is up', async () => {
  let arrived = () => {};
  const request = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const send = createCounted(await startFrames(arrived));
  const answer = send();
  await request;
  vi.advanceTimersByTime(2 * MINUTE);
  expect(await answer).toMatchObject({ kind: 'ambiguous', code: 'ECONNRESET' });
});
